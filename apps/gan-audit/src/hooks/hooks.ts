import { hookCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { afterEdit } from "./after-edit.ts";

/** Far above what a hook takes, and far below what an agent waits. */
const LIMIT_MS = 8_000;

export const auditHookCommand = hookCommand<Context>({ "after-edit": afterEdit }, LIMIT_MS);
