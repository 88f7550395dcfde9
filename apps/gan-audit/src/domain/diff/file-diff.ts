export type DiffLine = { kind: "context" | "added" | "removed"; text: string };

export type Hunk = {
  oldStart: number;
  newStart: number;
  lines: DiffLine[];
  /** The new text ends without a line break inside this hunk. */
  endsBare: boolean;
};

/** The part of a unified diff about one file; a path is undefined for /dev/null. */
export type FileDiff = {
  oldPath: string | undefined;
  newPath: string | undefined;
  hunks: Hunk[];
  isBinary: boolean;
};
