export type EpisodeKind = "success" | "error" | "note";

/** A stored event: something that happened to a target, from which reflection makes proposals. */
export type Episode = {
  id: string;
  kind: EpisodeKind;
  target: string;
  summary: string;
  reference: string | null;
  at: number;
};
