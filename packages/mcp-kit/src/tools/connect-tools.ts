import type { LongCallSettings } from "../tasks/long-calls.ts";
import { callWithinSoftLimit } from "../tasks/soft-limit.ts";
import type { CallRequest } from "./call-request.ts";
import { callTool, type CallSettings, type ToolAnswer } from "./call-tool.ts";
import type { Tool } from "./define-tool.ts";
import type { Connection } from "./tool-call.ts";

/** Runs the tool of that name; undefined when there is none. */
export type RunTool = (
  name: string,
  input: unknown,
  request: CallRequest,
) => Promise<ToolAnswer> | undefined;

/** The tools of one connection. */
export function connectTools<Context>(
  tools: ReadonlyMap<string, Tool<Context>>,
  connection: Connection,
  settings: CallSettings<Context> & LongCallSettings,
): RunTool {
  return (name, input, request) => {
    const tool = tools.get(name);
    const call = tool?.isLong ? callWithinSoftLimit : callTool;
    return tool && call(tool, input, request, connection, settings);
  };
}
