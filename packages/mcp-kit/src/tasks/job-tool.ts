import { CodedError } from "@faculties/errors";
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { defineTool, type Tool } from "../tools/define-tool.ts";
import type { ConnectedCall } from "../tools/tool-call.ts";
import { describeTask, JOB_TOOL, whatToCallNext } from "./describe-task.ts";
import type { TaskManager } from "./task-manager.ts";
import { isOpen, type StoredTask } from "./task-store.ts";

const USUAL_WAIT_MS = 40_000;
const LONGEST_WAIT_MS = 10 * 60 * 1000;
const LISTED = 20;
const SHORTEST_SIGN_MS = 1_000;

const Described = z.object({
  job_id: z.string(),
  tool: z.string(),
  status: z.string().describe("working, input_required, completed, failed or cancelled"),
  message: z.string().optional(),
  elapsed_ms: z.number(),
});
const NextCall = z.object({
  tool: z.literal(JOB_TOOL),
  arguments: z.object({ action: z.literal("wait"), job_id: z.string() }),
});

const input = z.object({
  action: z
    .enum(["wait", "result", "cancel", "list"])
    .default("wait")
    .describe("What to do with the job"),
  job_id: z.string().max(200).optional().describe("The id in the answer of the call; not for list"),
  timeout_ms: z.int().min(0).max(LONGEST_WAIT_MS).default(USUAL_WAIT_MS).describe("Longest wait"),
});

const output = z.union([
  Described.extend({
    is_error: z.boolean().optional().describe("Whether the call ended with an error"),
    result: z.record(z.string(), z.unknown()).optional().describe("The result of the call"),
    partial: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("What has finished of a call that has not ended, or was stopped"),
    next: NextCall.optional().describe("What to call to get the rest"),
  }),
  z.object({ jobs: z.array(Described) }),
]);

/** Fetches the rest of calls that took longer than the client waits. Servers with long tools list it once. */
export const jobTool: Tool<unknown, typeof input, typeof output> = defineTool({
  name: JOB_TOOL,
  title: "Job",
  description:
    "Get the result of a call that is still running: use it when another tool of this server took long and answered with a job_id instead of its result. wait blocks until the job has finished, result only looks, cancel stops it and keeps what has finished, list shows recent jobs.",
  input,
  output,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  // Longer than any wait, so that the answer comes from here.
  deadlineMs: LONGEST_WAIT_MS + 60_000,
  async run({ action, job_id: id, timeout_ms: waitMs }, _context, call) {
    const { tasks } = call as ConnectedCall;
    if (!tasks) throw new CodedError("NO_JOBS", "This server keeps no jobs.");
    if (action === "list") {
      const now = await tasks.now();
      return { jobs: (await tasks.list(LISTED)).map((task) => describeTask(task, now)) };
    }
    if (id === undefined)
      throw new CodedError(
        "JOB_ID_MISSING",
        `Name the job: job_id is missing. {"action":"list"} shows the latest jobs.`,
        { isCallersFault: true },
      );
    const known = await tasks.find(id);
    if (known === undefined) throw unknownJob();
    if (action === "cancel" && isOpen(known)) await tasks.cancel(id);
    const task =
      action === "wait"
        ? await waitFor(tasks, known, waitMs, call as ConnectedCall)
        : await tasks.find(id);
    if (task === undefined) throw unknownJob();
    return showJob(task, await tasks.now());
  },
});

/** Passes the job's own messages on as progress while it waits. */
async function waitFor(
  tasks: TaskManager,
  { id }: StoredTask,
  waitMs: number,
  { signal, progress }: ConnectedCall,
): Promise<StoredTask | undefined> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const leftMs = deadline - performance.now();
    const task = await tasks.wait(id, Math.min(Math.max(leftMs, 0), SHORTEST_SIGN_MS), signal);
    if (!task || !isOpen(task) || leftMs <= 0 || signal.aborted) return task;
    if (task.message !== null) progress(0, undefined, task.message);
  }
}

function showJob(task: StoredTask, now: number): z.input<typeof output> {
  const described = describeTask(task, now);
  const { result, partial, error } = task;
  if (result !== null) {
    const { structuredContent, content, isError } = JSON.parse(result) as CallToolResult;
    const whole = (structuredContent ?? { content }) as Record<string, unknown>;
    return { ...described, ...(isError && { is_error: true }), result: whole };
  }
  return {
    ...described,
    ...(error !== null && {
      is_error: true,
      message: (JSON.parse(error) as { message: string }).message,
    }),
    ...(partial !== null && { partial: JSON.parse(partial) as Record<string, unknown> }),
    ...(isOpen(task) && { next: whatToCallNext(task.id) }),
  };
}

function unknownJob(): CodedError {
  return new CodedError(
    "JOB_NOT_FOUND",
    `There is no such job, or it has expired. {"action":"list"} shows the latest jobs.`,
    { isCallersFault: true },
  );
}
