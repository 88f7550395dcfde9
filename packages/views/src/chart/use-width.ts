import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** The width of an element, kept up to date. */
export function useWidth(least: number) {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(least);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.max(least, Math.floor(entry?.contentRect.width ?? least))),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [least]);
  return { element, width };
}
