import type { Endpoint, InteropClient } from "../clients/interop-client.ts";
import type { Call } from "../find-servers.mjs";
import { searchMemory } from "./agent-memory.ts";
import { chatWithConverse } from "./converse.ts";
import { auditWorkspace } from "./gan-audit.ts";
import { reasonOnLangbase } from "./langbase-reasoning.ts";
import { joinRuns } from "./orchestrator-resources.ts";

/** A call that is under way until it is cancelled. */
export type HeldCall = Call & {
  /** Resolves when the server works on it. */
  begun(): Promise<unknown>;
  /** Whether the server has given up what the call was doing. */
  hasStopped(): boolean | Promise<boolean>;
  /** Lets the call end by itself. */
  release?(): Promise<unknown>;
};

/** The long-running work of a server, and how it can be seen from outside. */
export type LongCalls = {
  env: Record<string, string>;
  /** A call that must succeed. */
  smoke: Call;
  /** The long-running work, in the words of the documentation. */
  lasts: string;
  /** Prepares a call that reports progress; where nothing does, why not. */
  progress: ((client: InteropClient) => Promise<Call>) | string;
  /** The sign that the work has stopped. */
  witness: string;
  /** `mark` is unique, so that the vendor can tell the calls apart. */
  hold(mark: string, client: InteropClient, endpoint: Endpoint): Promise<HeldCall>;
  close(): Promise<void>;
};

/** How the long calls of every server are prepared; vendors are emulated on loopback. */
export const longCalls: Record<string, () => Promise<LongCalls>> = {
  "agent-memory": searchMemory,
  converse: chatWithConverse,
  "gan-audit": auditWorkspace,
  "langbase-reasoning": reasonOnLangbase,
  "orchestrator-resources": joinRuns,
};
