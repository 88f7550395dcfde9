import { CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { CallRequest } from "../tools/call-request.ts";
import { answerWith, callTool, type ToolAnswer } from "../tools/call-tool.ts";
import type { Tool } from "../tools/define-tool.ts";
import type { ConnectedCall, Connection } from "../tools/tool-call.ts";
import { describeTask, whatToCallNext } from "./describe-task.ts";
import { DetachableSignal, withSignal } from "./detached-request.ts";
import { clientOf, type Settings, storeEnd, tasksOf } from "./long-calls.ts";
import type { TaskManager } from "./task-manager.ts";

/** These start their time-out again with every progress notification. */
const CLIENTS_THAT_WAIT = new Set(["claude-code"]);
const CANCELLED_BY_CLIENT = "The client cancelled the call.";

/**
 * Answers a call of a client without tasks. One that is not done at the soft limit is answered with a handle, and runs on.
 */
export async function callWithinSoftLimit<Context>(
  tool: Tool<Context>,
  input: unknown,
  request: CallRequest,
  connection: Connection,
  settings: Settings<Context>,
): Promise<ToolAnswer> {
  const tasks = tasksOf(tool, settings);
  if (!tasks) return callTool(tool, input, request, connection, settings);
  const client = clientOf(request, connection);
  const signal = new DetachableSignal(request.mcpReq.signal);
  const detachable = { ...request, mcpReq: withSignal(request.mcpReq, signal) };
  let call: ConnectedCall | undefined;
  const answer = callTool(tool, input, detachable, connection, settings, (one) => (call = one));
  const limitMs = waitsForProgress(request, connection) ? 0 : settings.softLimitMs;
  if (limitMs > 0 && !(await endsWithin(answer, limitMs)) && call && !signal.aborted) {
    const handle = await handOver(tool.name, client, call, answer, signal, tasks, settings);
    if (handle) return handle;
  }
  const answered = await answer;
  // The client is gone, but what it paid for can still be fetched.
  const partial = signal.aborted && call?.partial;
  if (partial)
    await tasks
      .record(tool.name, client, CANCELLED_BY_CLIENT, partial)
      .catch((error: unknown) => settings.log.warn("a partial result was not kept", { error }));
  return answered;
}

/** The answer that names the job; undefined when the call has ended meanwhile, or cannot be kept. */
async function handOver<Context>(
  tool: string,
  client: string,
  call: ConnectedCall,
  answer: Promise<ToolAnswer>,
  signal: DetachableSignal,
  tasks: TaskManager,
  settings: Settings<Context>,
): Promise<ToolAnswer | undefined> {
  let isOver = false;
  answer.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  const task = await tasks.open(tool, client).catch((error: unknown) => {
    settings.log.warn("a long call could not be made a job", { error });
    return undefined;
  });
  if (!task) return undefined;
  if (isOver || signal.aborted) {
    await tasks.withdraw(task.id);
    return undefined;
  }
  signal.detach();
  call.detach();
  call.onKept = () => tasks.keep(task.id);
  tasks.attach(task.id, {
    message: () => call.message,
    partial: () => call.partial,
    abort: (reason) => call.abort(reason),
  });
  tasks.keep(task.id);
  void storeEnd(tasks, task.id, answer, settings);
  const partial = call.partial;
  const described = {
    ...describeTask(
      { ...task, message: call.message ?? null },
      task.createdAt + settings.softLimitMs,
    ),
    ...(partial && { partial }),
    next: whatToCallNext(task.id),
  };
  const text = `${tool} is still working${call.message === undefined ? "" : `: ${call.message}`}. It goes on as job ${task.id}. Call job with ${JSON.stringify(described.next.arguments)} to wait for the rest; do not call ${tool} again.`;
  return answerWith({
    content: [
      { type: "text", text },
      ...(partial
        ? [{ type: "text" as const, text: `Finished so far: ${JSON.stringify(partial)}` }]
        : []),
    ],
    structuredContent: described,
  });
}

function waitsForProgress(request: CallRequest, { server }: Connection): boolean {
  if (request.mcpReq._meta?.progressToken === undefined) return false;
  const modern = (request.mcpReq.envelope as Record<string, { name?: string }> | undefined)?.[
    CLIENT_INFO_META_KEY
  ];
  return CLIENTS_THAT_WAIT.has((modern ?? server.getClientVersion())?.name ?? "");
}

async function endsWithin(answer: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = answer.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
