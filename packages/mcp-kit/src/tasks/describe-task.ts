import { isOpen, type StoredTask } from "./task-store.ts";

/** The tool that fetches the rest of long calls. */
export const JOB_TOOL = "job";

export type DescribedTask = {
  job_id: string;
  tool: string;
  status: string;
  message?: string;
  elapsed_ms: number;
};

/** A task as the tool `job` shows it. */
export function describeTask(task: StoredTask, now: number): DescribedTask {
  return {
    job_id: task.id,
    tool: task.tool,
    status: task.status,
    ...(task.message !== null && { message: task.message }),
    elapsed_ms: Math.max(0, (isOpen(task) ? now : task.updatedAt) - task.createdAt),
  };
}

export type NextCall = { tool: typeof JOB_TOOL; arguments: { action: "wait"; job_id: string } };

/** The call that fetches the rest. */
export function whatToCallNext(id: string): NextCall {
  return { tool: JOB_TOOL, arguments: { action: "wait", job_id: id } };
}
