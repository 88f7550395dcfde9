import { type JsonRpcMessage, type RawServer, startRaw, waitUntil } from "@faculties/testkit";

export type Era = "2025" | "2026";
export type Task = {
  taskId: string;
  status: string;
  statusMessage?: string;
  result?: { content: { text: string }[]; isError?: boolean };
  error?: { code: number; message: string; data?: { partial?: unknown } };
  inputRequests?: Record<string, { method: string; params: Record<string, unknown> }>;
} & Record<string, unknown>;

/** The members of a request of 2026-07-28 that say who asks. */
export const modern = (capabilities: object) => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "tester", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  },
});

const WITH_TASKS = { elicitation: {}, extensions: { "io.modelcontextprotocol/tasks": {} } };

export type TaskClient = {
  server: RawServer;
  ask(method: string, params?: object): Promise<JsonRpcMessage>;
  /** Starts a tool as a task. */
  start(tool: string, input: object, ttl?: number): Promise<Task>;
  get(taskId: string): Promise<Task>;
  /** Polls until the task has one of these states. */
  until(taskId: string, ...states: string[]): Promise<Task>;
  cancel(taskId: string): Promise<JsonRpcMessage>;
};

/** Speaks of tasks in the words of either era, over stdio. */
export async function openTaskClient(
  era: Era,
  options: Parameters<typeof startRaw>[0],
): Promise<TaskClient> {
  const server = await startRaw(options);
  if (era === "2025") await server.initialize();
  const ask = (method: string, params: object = {}) =>
    server.request(method, era === "2025" ? params : { ...modern(WITH_TASKS), ...params }, 30_000);
  const get = async (taskId: string) => {
    const { result, error } = await ask("tasks/get", { taskId });
    if (error) throw new Error(JSON.stringify(error));
    return result as Task;
  };
  return {
    server,
    ask,
    async start(tool, input, ttl) {
      const task = { ...(ttl !== undefined && { ttl }) };
      const { result, error } = await ask("tools/call", {
        name: tool,
        arguments: input,
        ...(era === "2025" && { task }),
      });
      if (error) throw new Error(JSON.stringify(error));
      return (era === "2025" ? (result as { task: Task }).task : result) as Task;
    },
    get,
    until: (taskId, ...states) =>
      waitUntil(
        async () => {
          const task = await get(taskId);
          return states.includes(task.status) ? task : undefined;
        },
        { what: `the task to be ${states.join(" or ")}` },
      ),
    cancel: (taskId) => ask("tasks/cancel", { taskId }),
  };
}
