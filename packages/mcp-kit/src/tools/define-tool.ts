import type * as z from "zod";
import type { Question } from "./ask.ts";
import type { ToolCall } from "./tool-call.ts";

export type ToolAnnotations = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

export type Tool<
  Context = unknown,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType<Record<string, unknown>> = z.ZodType<Record<string, unknown>>,
> = {
  name: string;
  title: string;
  description: string;
  /** The group that `--toolsets` selects it by. */
  toolset?: string | undefined;
  input: Input;
  output: Output;
  annotations: ToolAnnotations;
  /** Longest time a call may take; the server's own limit when absent. */
  deadlineMs?: number | undefined;
  /** The same for one call, where its input says how long it may take. */
  deadlineOf?(input: z.output<Input>, context: Context): number;
  /**
   * Whether a call with this input may take longer than clients wait. Such a call can run as a task, and answers with a handle for
   * the tool `job` at the soft limit; the server must list `jobTool` and its context must have `taskStore`.
   */
  isLong?(input: z.output<Input>, context: Context): boolean;
  /** Whether it runs as a task only: a client without tasks is refused. */
  needsTask?: boolean | undefined;
  /**
   * The questions that a call with this input puts to a person before anything else. The answers come from `call.ask` with the
   * same key, which a client of 2026-07-28 is then asked for before a task is made.
   */
  asksFirst?(input: z.output<Input>, context: Context): readonly Question[];
  /** Whether a call with this input asks for the client's folders: clients of 2026-07-28 are asked before it runs. */
  usesRoots?(input: z.output<Input>, context: Context): boolean | Promise<boolean>;
  /** Whether it needs nothing that the context has to get ready, so that it answers even when the database is away. */
  beforeReady?: boolean | undefined;
  /** Whether the server's view can show its results. */
  hasView?: boolean | undefined;
  /** The text that a person reads instead of the JSON of the result. */
  text?(result: z.output<Output>): string;
  // Method syntax, so that tools with different inputs fit in one `Tool<Context>[]`.
  run(
    input: z.output<Input>,
    context: Context,
    call: ToolCall,
  ): z.input<Output> | JsonResult | Promise<z.input<Output> | JsonResult>;
};

/** Checks a tool's parts against each other and gives it back unchanged. */
export function defineTool<
  Context,
  Input extends z.ZodObject,
  Output extends z.ZodType<Record<string, unknown>>,
>(tool: Tool<Context, Input, Output>): Tool<Context, Input, Output> {
  return tool;
}

/**
 * A result that is JSON already, for tools whose store keeps it as text. It is sent as it is: that it fits the output's
 * schema is the tool's word.
 */
export class JsonResult {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
