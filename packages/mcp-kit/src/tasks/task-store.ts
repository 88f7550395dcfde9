export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** A call that outlives its request, as the database keeps it. */
export type StoredTask = {
  id: string;
  owner: string;
  client: string;
  tool: string;
  status: string;
  message: string | null;
  createdAt: number;
  updatedAt: number;
  expiresAt: number;
  runner: string;
  aliveAt: number;
  isCancelWanted: boolean;
  isOrphan: boolean;
  result: string | null;
  error: string | null;
  partial: string | null;
  questions: string | null;
  answers: string | null;
};

export type TaskLimits = { stored: number; openOfClient: number; open: number };
export type TaskChange = Partial<
  Omit<StoredTask, "id" | "owner" | "client" | "tool" | "createdAt" | "runner">
>;
export type TaskPosition = { createdAt: number; id: string };

/** The durable part of long calls: `openTaskStore` of `@faculties/storage`, which says what each member does. */
export type TaskStore = {
  now(): number;
  insert(row: StoredTask, limits: TaskLimits): Promise<boolean>;
  find(id: string): Promise<StoredTask | undefined>;
  list(owner: string, most: number, after?: TaskPosition): Promise<StoredTask[]>;
  change(id: string, change: TaskChange): Promise<boolean>;
  answer(id: string, answers: Record<string, unknown>): Promise<void>;
  keepAlive(runner: string, ids: readonly string[]): Promise<StoredTask[]>;
  abandon(row: StoredTask, change: TaskChange): Promise<boolean>;
  delete(id: string): Promise<void>;
};

export function isOpen({ status }: Pick<StoredTask, "status">): boolean {
  return status === "working" || status === "input_required";
}
