import type { ToolAnnotations } from "@faculties/mcp-kit";

/** Only reads the store. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Asks a model and stores its answer. */
export const THINKS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** Stores something new without a model. */
export const RECORDS: ToolAnnotations = { ...THINKS, openWorldHint: false };

/** Sets a state; repeating the call changes nothing. */
export const SETTLES: ToolAnnotations = { ...RECORDS, idempotentHint: true };
