import type { ServerName } from "./server-names.ts";

/** What the page is told of a server. */
export type ServerState = {
  name: ServerName;
  phase: "starting" | "ready" | "waiting" | "stopped";
  pid: number | undefined;
  /** How many times it died and was started again. */
  restarts: number;
  /** What it said last before it died. */
  lastWords: string | undefined;
  command: string;
  entry: string;
  args: string[];
};
