import { useEffect, useState } from "preact/hooks";
import type { Actions } from "./mount-view.tsx";

/** The JSON of a resource of the server once it is there; nothing when the client or the server does not give it. */
export function useLoaded<Value>(uri: string | undefined, { read }: Actions): Value | undefined {
  const [loaded, setLoaded] = useState<{ uri: string; value: Value }>();
  useEffect(() => {
    if (uri === undefined) return;
    read(uri).then(
      (text) => setLoaded({ uri, value: JSON.parse(text) as Value }),
      () => setLoaded(undefined),
    );
  }, [uri]);
  return loaded?.uri === uri ? loaded?.value : undefined;
}
