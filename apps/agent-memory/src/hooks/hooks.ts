import { hookCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { prompt } from "./prompt.ts";
import { sessionStart } from "./session-start.ts";
import { stop } from "./stop.ts";

/** Far above what a hook takes, and far below what an agent waits. */
const LIMIT_MS = 2_000;

export const memoryHookCommand = hookCommand<Context>(
  { "session-start": sessionStart, prompt, stop },
  LIMIT_MS,
);
