import type { Tone } from "../tone.ts";
import type { Direction } from "./layout-graph.ts";

export type GraphViewNode = {
  id: string;
  title: string;
  /** A word or two below the title, such as a state. */
  note?: string | undefined;
  tone?: Tone | undefined;
  /** From 0 to 1; coloured from bad to good. */
  score?: number | null | undefined;
  isFaded?: boolean | undefined;
};

export type GraphViewEdge = {
  from: string;
  to: string;
  label?: string | undefined;
  isDashed?: boolean | undefined;
};

export type GraphViewProps = {
  /** The subject of the drawing, for readers who do not see it. */
  label: string;
  nodes: readonly GraphViewNode[];
  edges: readonly GraphViewEdge[];
  direction?: Direction | undefined;
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
};

export const NODE_SIZE = { width: 208, height: 58 };
