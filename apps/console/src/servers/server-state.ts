import type { ServerName } from "./server-names.ts";

/** The state of a server as the page sees it. */
export type ServerState = {
  name: ServerName;
  phase: "starting" | "ready" | "waiting" | "stopped";
  pid: number | undefined;
  /** How many times it died and was started again. */
  restarts: number;
  /** The last line that it wrote before it died. */
  lastWords: string | undefined;
  command: string;
  entry: string;
  args: string[];
};
