import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  RELATED_TASK_META_KEY,
} from "@modelcontextprotocol/server";
import type { CallRequest } from "../tools/call-request.ts";
import { isOpen, type StoredTask } from "./task-store.ts";

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** `params.task` of a `tools/call` of 2025-11-25. */
export type LegacyTaskRequest = { ttl?: number | undefined };

const SHORTEST_POLL_MS = 250;
const LONGEST_POLL_MS = 5_000;

/** A 2026-07-28 client's settings of an extension in this request; undefined when it does not have it. */
export function extensionOf({ mcpReq }: CallRequest, extension: string): unknown {
  return mcpReq.envelope?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[extension];
}

/** The refusal of a request that only a client with tasks can make. */
export function taskNeeded(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
    `This needs a client that declares the extension ${TASKS_EXTENSION}.`,
  );
}

/** The answer to a `tools/call` that has become a task. */
export function createTaskResult(task: StoredTask, isModern: boolean): Record<string, unknown> {
  return isModern ? { resultType: "task", ...modernTask(task) } : { task: legacyTask(task) };
}

/** A task of 2025-11-25. A tool that reported an error has failed. */
export function legacyTask(task: StoredTask): Record<string, unknown> {
  return {
    taskId: task.id,
    status: isToolError(task) ? "failed" : task.status,
    ...(task.message !== null && { statusMessage: task.message }),
    createdAt: isoTime(task.createdAt),
    lastUpdatedAt: isoTime(task.updatedAt),
    ttl: task.expiresAt - task.createdAt,
    pollInterval: pollMs(task),
  };
}

function modernTask(task: StoredTask): Record<string, unknown> {
  return {
    taskId: task.id,
    status: task.status,
    ...(task.message !== null && { statusMessage: task.message }),
    createdAt: isoTime(task.createdAt),
    lastUpdatedAt: isoTime(task.updatedAt),
    ttlMs: task.expiresAt - task.createdAt,
    pollIntervalMs: pollMs(task),
  };
}

/** A task of 2026-07-28 with what belongs to its status. */
export function detailedTask(task: StoredTask): Record<string, unknown> {
  return {
    ...modernTask(task),
    ...(task.status === "input_required" && { inputRequests: openQuestions(task) }),
    ...(task.result !== null && { result: JSON.parse(task.result) as CallToolResult }),
    ...(task.status === "failed" && task.error !== null && { error: errorWithPartial(task) }),
  };
}

/** The questions that the client has not answered yet. */
export function openQuestions({ questions, answers }: StoredTask): Record<string, unknown> {
  const answered = Object.keys(JSON.parse(answers ?? "{}") as object);
  const asked = Object.entries(JSON.parse(questions ?? "{}") as Record<string, unknown>);
  return Object.fromEntries(asked.filter(([key]) => !answered.includes(key)));
}

type TaskError = { code: number; message: string; data?: { partial: unknown } };

export function errorWithPartial({ error, partial }: StoredTask): TaskError {
  return {
    ...(JSON.parse(error ?? "{}") as TaskError),
    ...(partial !== null && { data: { partial: JSON.parse(partial) as unknown } }),
  };
}

/** A result that says which task of 2025-11-25 it belongs to. */
export function resultOfTask({ id, result }: StoredTask): CallToolResult {
  const stored = JSON.parse(result ?? "{}") as CallToolResult;
  return { ...stored, _meta: { ...stored._meta, [RELATED_TASK_META_KEY]: { taskId: id } } };
}

function isToolError({ result }: StoredTask): boolean {
  return result !== null && (JSON.parse(result) as CallToolResult).isError === true;
}

/** A task that has lasted long will not be missed for a few seconds. */
function pollMs(task: StoredTask): number {
  if (!isOpen(task)) return SHORTEST_POLL_MS;
  const age = Math.max(0, Date.now() - task.createdAt);
  return Math.round(Math.min(Math.max(age / 10, SHORTEST_POLL_MS), LONGEST_POLL_MS));
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
