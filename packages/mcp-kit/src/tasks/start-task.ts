import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallRequest } from "../tools/call-request.ts";
import { callTool } from "../tools/call-tool.ts";
import type { Tool } from "../tools/define-tool.ts";
import { parseInput } from "../tools/parse-input.ts";
import type { ConnectedCall, Connection } from "../tools/tool-call.ts";
import { detach } from "./detached-request.ts";
import { clientOf, type Settings, storeEnd, tasksOf } from "./long-calls.ts";
import {
  createTaskResult,
  extensionOf,
  type LegacyTaskRequest,
  taskNeeded,
  TASKS_EXTENSION,
} from "./protocol.ts";

/** Runs a call that was asked for as a task, or that the server makes one; undefined when it is to be answered at once. */
export async function startTask<Context>(
  tool: Tool<Context>,
  input: unknown,
  request: CallRequest,
  asked: LegacyTaskRequest | undefined,
  connection: Connection,
  settings: Settings<Context>,
): Promise<Record<string, unknown> | undefined> {
  const isModern = request.mcpReq.envelope !== undefined;
  const tasks = tasksOf(tool, settings);
  if (isModern) {
    const knowsTasks = extensionOf(request, TASKS_EXTENSION) !== undefined;
    if (tool.needsTask && !knowsTasks) throw taskNeeded();
    if (!tasks || !knowsTasks) return undefined;
    if (!isLongCall(tool, input, settings)) return undefined;
  } else if (!asked) {
    if (!tool.needsTask) return undefined;
    throw new ProtocolError(
      ProtocolErrorCode.MethodNotFound,
      `${tool.name} runs as a task only. Call it with \`task\`.`,
    );
  }
  if (!tasks)
    throw new ProtocolError(
      ProtocolErrorCode.MethodNotFound,
      `${tool.name} does not run as a task. Call it without \`task\`.`,
    );
  const task = await tasks.open(tool.name, clientOf(request, connection), asked?.ttl);
  if (!task) {
    if (isModern) return undefined;
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      "Too many tasks run or are kept. Wait until some have ended, or call the tool without `task`.",
    );
  }
  const stop = new AbortController();
  const detached = detach(request, connection, stop.signal);
  let call: ConnectedCall | undefined;
  const begun = (one: ConnectedCall) => {
    call = one;
    one.onKept = () => tasks.keep(task.id);
    // A client of 2025-11-25 can be asked as long as it is connected.
    if (isModern) one.askInTask = (key, elicitation) => tasks.ask(task.id, key, elicitation);
  };
  tasks.attach(task.id, {
    message: () => call?.message,
    partial: () => call?.partial,
    abort: (reason) => stop.abort(reason),
  });
  const answer = callTool(tool, input, detached, connection, settings, begun);
  void storeEnd(tasks, task.id, answer, settings);
  return createTaskResult(task, isModern);
}

function isLongCall<Context>(
  tool: Tool<Context>,
  input: unknown,
  { context }: Settings<Context>,
): boolean {
  try {
    return tool.isLong?.(parseInput(tool.input, input ?? {}), context) ?? false;
  } catch {
    // It will be refused at once.
    return false;
  }
}
