import type { Client, Scope } from "../clients/client.ts";
import type { ConfigText } from "../files/config-text.ts";

/** The planned change of one configuration file. */
export type Change = {
  client: Client;
  scope: Scope;
  /** The path that the client knows; `source.target` is the file behind it. */
  file: string;
  source: ConfigText;
  after: string;
  /** The message when it is done, such as `agent-memory added`. */
  done: string;
  /** The message when there is nothing to do. */
  already: string;
  notes: string[];
};

/** Whether there is anything to write. */
export function isNeeded({ source, after }: Change): boolean {
  return after !== (source.text ?? "");
}
