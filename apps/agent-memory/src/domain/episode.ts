export type EpisodeKind = "success" | "error" | "note";

/** Something that happened to a target: what reflection learns from. */
export type Episode = {
  id: string;
  kind: EpisodeKind;
  target: string;
  summary: string;
  reference: string | null;
  at: number;
};
