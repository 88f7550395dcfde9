import type { ToolAnnotations } from "@faculties/mcp-kit";

/** Looks at what is stored. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Asks a model and stores what it says. */
export const THINKS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** Stores something new without a model. */
export const RECORDS: ToolAnnotations = { ...THINKS, openWorldHint: false };

/** Sets a state; doing it twice is doing it once. */
export const SETTLES: ToolAnnotations = { ...RECORDS, idempotentHint: true };
