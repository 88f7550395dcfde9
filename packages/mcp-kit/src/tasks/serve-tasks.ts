import {
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { CallRequest } from "../tools/call-request.ts";
import {
  detailedTask,
  errorWithPartial,
  extensionOf,
  legacyTask,
  resultOfTask,
  taskNeeded,
  TASKS_EXTENSION,
} from "./protocol.ts";
import type { TaskManager } from "./task-manager.ts";
import { isOpen, type StoredTask, type TaskPosition } from "./task-store.ts";

/** The capabilities of a server with tasks in each era; the SDK drops `tasks` for clients of 2026-07-28. */
export const LEGACY_TASKS_CAPABILITY = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
export const TASK_METHODS = ["tasks/get", "tasks/update", "tasks/cancel"];

const PAGE = 50;
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;
const TaskParams = z.object({ taskId: z.string() });
const ListParams = z.object({ cursor: z.string().optional() });

/** Answers the methods of both eras: 2025-11-25 has them in the protocol, 2026-07-28 in an extension. */
export function serveTasks(server: Server, tasks: TaskManager): void {
  const find = async (id: string) => {
    const task = await tasks.find(id);
    if (task === undefined) throw unknownTask(id);
    return task;
  };
  server.setRequestHandler("tasks/get", { params: TaskParams }, async ({ taskId }, request) => {
    const isModern = requireExtension(request);
    const task = await find(taskId);
    return isModern ? detailedTask(task) : legacyTask(task);
  });
  server.setRequestHandler("tasks/update", { params: TaskParams }, async ({ taskId }, request) => {
    if (!requireExtension(request)) throw notFound();
    // The SDK takes the answers out of the params, as it does for every request.
    await tasks.answer(await find(taskId), request.mcpReq.inputResponses ?? {});
    return {};
  });
  server.setRequestHandler("tasks/cancel", { params: TaskParams }, async ({ taskId }, request) => {
    const isModern = requireExtension(request);
    const task = await find(taskId);
    const isCancelled = isOpen(task) && (await tasks.cancel(taskId));
    if (isModern) return {};
    const now = await find(taskId);
    if (isCancelled) return legacyTask(now);
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The task has ended already: it is ${now.status}.`,
    );
  });
  server.setRequestHandler("tasks/result", { params: TaskParams }, async ({ taskId }, request) => {
    if (isModernRequest(request)) throw notFound();
    await find(taskId);
    const task = await tasks.wait(taskId, LONGEST_WAIT_MS, request.mcpReq.signal);
    if (task === undefined) throw unknownTask(taskId);
    return legacyResult(task);
  });
  server.setRequestHandler("tasks/list", { params: ListParams }, async ({ cursor }, request) => {
    if (isModernRequest(request)) throw notFound();
    const found = await tasks.list(PAGE + 1, cursor === undefined ? undefined : readCursor(cursor));
    const page = found.slice(0, PAGE);
    const last = found.length > PAGE ? page.at(-1) : undefined;
    return { tasks: page.map(legacyTask), ...(last && { nextCursor: writeCursor(last) }) };
  });
}

function legacyResult(task: StoredTask): Result {
  if (task.status === "completed") return resultOfTask(task) as Result;
  if (task.status === "cancelled")
    throw new ProtocolError(
      ProtocolErrorCode.InvalidRequest,
      "The task was cancelled.",
      errorWithPartial(task).data,
    );
  const { code, message, data } = errorWithPartial(task);
  throw new ProtocolError(code, message, data);
}

function isModernRequest({ mcpReq }: CallRequest): boolean {
  return mcpReq.envelope !== undefined;
}

/** Whether the client is of 2026-07-28; such a client has to say that it knows tasks. */
function requireExtension(request: CallRequest): boolean {
  if (!isModernRequest(request)) return false;
  if (extensionOf(request, TASKS_EXTENSION) !== undefined) return true;
  throw taskNeeded();
}

function unknownTask(id: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no task ${JSON.stringify(id.slice(0, 100))}, or it has expired.`,
  );
}

function notFound(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.MethodNotFound, "Method not found");
}

function writeCursor({ createdAt, id }: TaskPosition): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString("base64url");
}

function readCursor(cursor: string): TaskPosition {
  try {
    const read = z
      .tuple([z.number(), z.string()])
      .parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { createdAt: read[0], id: read[1] };
  } catch {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "The cursor is not one that tasks/list gave.",
    );
  }
}
