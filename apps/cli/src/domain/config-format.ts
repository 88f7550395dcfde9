import type { ServerEntry } from "./server-entry.ts";

/** Whether the string at this path of the configuration may be shown. */
export type IsShown = (path: readonly (string | number)[]) => boolean;

/** Edits of one file format that leave every other byte as it is. All throw BROKEN_CONFIG. */
export type ConfigFormat = {
  /** The whole content as data. */
  parse(text: string): Record<string, unknown>;
  /** Adds the server, or changes only what differs in it; `replace` writes its whole entry again. */
  setServer(
    text: string,
    container: string,
    name: string,
    entry: ServerEntry,
    replace: boolean,
  ): string;
  /**
   * The text without the server. Further candidates also drop what an earlier addition may have created: the
   * text alone cannot tell whether an empty container was there before.
   */
  removeServer(text: string, container: string, name: string): string[];
  /** The text with comments and all strings masked that are not shown. */
  mask(text: string, isShown: IsShown): string;
};

export const MASK = "***";
