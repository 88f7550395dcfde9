import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallRequest } from "../tools/call-request.ts";
import type { CallSettings, ToolAnswer } from "../tools/call-tool.ts";
import type { Tool } from "../tools/define-tool.ts";
import type { Connection } from "../tools/tool-call.ts";
import type { TaskManager } from "./task-manager.ts";

export type LongCallSettings = {
  tasks: TaskManager | undefined;
  /** When a call answers with a handle; 0 for never. */
  softLimitMs: number;
};

export type Settings<Context> = CallSettings<Context> & LongCallSettings;

/** The tasks that calls of this tool may become; undefined when its calls are short. */
export function tasksOf<Context>(
  tool: Tool<Context>,
  { tasks }: LongCallSettings,
): TaskManager | undefined {
  return tool.isLong && tasks;
}

/** The client that a task is counted for. */
export function clientOf(request: CallRequest, connection: Connection): string {
  return request.sessionId ?? connection.ownId;
}

/** Stores what a call ends with. */
export async function storeEnd<Context>(
  tasks: TaskManager,
  id: string,
  answer: Promise<ToolAnswer>,
  { log, inFlight }: Settings<Context>,
): Promise<void> {
  try {
    const end = await endOf(answer);
    // A tool that was stopped by the end of the server has not failed by itself: the task says so when it is closed.
    if (inFlight.isStopping && !("result" in end && !end.isError)) return;
    await tasks.finish(id, end);
  } catch (error) {
    log.error("the end of a task could not be stored", { task: id, error });
  }
}

async function endOf(answer: Promise<ToolAnswer>) {
  try {
    const answered = await answer;
    return { result: answered.toJson(), isError: answered.toResult().isError === true };
  } catch (error) {
    if (error instanceof ProtocolError)
      return { error: { code: error.code, message: error.message } };
    return { error: { code: ProtocolErrorCode.InternalError, message: "Internal error" } };
  }
}
