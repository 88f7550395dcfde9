import { useEffect, useMemo, useRef } from "preact/hooks";
import { select } from "d3-selection";
import { zoom, zoomIdentity, zoomTransform, type ZoomTransform } from "d3-zoom";
import type { Point, Size } from "./layout-graph.ts";

const SCALES: [number, number] = [0.04, 2.5];
const STEP = 1.4;
const MARGIN = 24;

/** Panning and zooming of a plane inside a frame; the wheel zooms only with Ctrl or ⌘, so that pages still scroll. */
export function useZoom(onChange: (transform: ZoomTransform, frame: Size) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const plane = useRef<HTMLDivElement>(null);
  const told = useRef(onChange);
  told.current = onChange;
  const behaviour = useMemo(
    () =>
      zoom<HTMLDivElement, unknown>()
        .scaleExtent(SCALES)
        .filter((event: MouseEvent) =>
          event.type === "wheel" ? event.ctrlKey || event.metaKey : event.button === 0,
        )
        .on("zoom", ({ transform }: { transform: ZoomTransform }) => {
          if (plane.current === null || frame.current === null) return;
          plane.current.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
          told.current(transform, sizeOf(frame.current));
        }),
    [],
  );
  useEffect(() => {
    if (frame.current === null) return undefined;
    const selection = select(frame.current).call(behaviour).on("dblclick.zoom", null);
    return () => void selection.on(".zoom", null);
  }, [behaviour]);

  return useMemo(() => {
    const set = (next: (current: ZoomTransform, size: Size) => ZoomTransform) => {
      if (frame.current === null) return;
      const transform = next(zoomTransform(frame.current), sizeOf(frame.current));
      select(frame.current).call(behaviour.transform, transform);
    };
    return {
      frame,
      plane,
      closer: () => frame.current && select(frame.current).call(behaviour.scaleBy, STEP),
      further: () => frame.current && select(frame.current).call(behaviour.scaleBy, 1 / STEP),
      /** Shows all of it, never larger than life. */
      fit: ({ width, height }: Size) =>
        set((_, size) => {
          const wide = (size.width - 2 * MARGIN) / Math.max(width, 1);
          const high = (size.height - 2 * MARGIN) / Math.max(height, 1);
          const scale = Math.max(SCALES[0], Math.min(1, wide, high));
          return zoomIdentity
            .translate((size.width - width * scale) / 2, (size.height - height * scale) / 2)
            .scale(scale);
        }),
      /** Moves a point into sight. */
      reveal: ({ x, y }: Point) =>
        set((current, size) => {
          const [left, top] = current.apply([x, y]);
          const isInside =
            left > MARGIN &&
            left < size.width - MARGIN &&
            top > MARGIN &&
            top < size.height - MARGIN;
          if (isInside) return current;
          return zoomIdentity
            .translate(size.width / 2 - x * current.k, size.height / 2 - y * current.k)
            .scale(current.k);
        }),
    };
  }, [behaviour]);
}

function sizeOf(element: HTMLElement): Size {
  return { width: element.clientWidth, height: element.clientHeight };
}
