import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A component whose code is loaded when it is first shown. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (loaded === undefined)
        void load().then((component) => {
          loaded = component;
          setLoaded(() => component);
        });
    }, []);
    return Loaded ? <Loaded {...props} /> : <p class="soft">Loading…</p>;
  };
}
