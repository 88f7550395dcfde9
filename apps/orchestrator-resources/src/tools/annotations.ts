import type { ToolAnnotations } from "@faculties/mcp-kit";

/** Changes nothing. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Adds something; what was there stays. */
export const ADDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Sets something to a value; a second time changes nothing more. */
export const SETS: ToolAnnotations = { ...ADDS, idempotentHint: true };

/** Replaces or removes something. */
export const REPLACES: ToolAnnotations = { ...ADDS, destructiveHint: true };

/** Ends or removes something; a second time changes nothing more. */
export const ENDS: ToolAnnotations = { ...REPLACES, idempotentHint: true };

/** Starts programs, which may do anything that the operator allowed them to. */
export const STARTS: ToolAnnotations = { ...REPLACES, openWorldHint: true };
