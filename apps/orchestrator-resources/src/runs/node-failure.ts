import type { PlanNode } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { PlannedNode } from "../domain/plan.ts";

type FailureFacts = {
  exitCode?: number | null;
  /** Its output, as far as it is kept. */
  output?: string | null;
  errorOutput?: string | null;
};

/** The node did not do what it should; the message says why. */
export class NodeFailure extends Error {
  readonly exitCode: number | null;
  readonly output: string | null;
  readonly errorOutput: string | null;

  constructor(
    message: string,
    { exitCode = null, output = null, errorOutput = null }: FailureFacts = {},
  ) {
    super(message);
    this.exitCode = exitCode;
    this.output = output;
    this.errorOutput = errorOutput;
  }
}

/** The process that ran the node is gone: nobody knows how far the node got. */
export class NodeLost extends Error {}

const USUAL_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 3_600_000;

/** How long to wait before the next try. Exponential delays vary, so that nodes that failed together do not return together. */
export function retryDelay(node: PlanNode, failures: number): number {
  const { retry_delay_ms: base, backoff, max_retry_delay_ms: most = LONGEST_BACKOFF_MS } = node;
  if (backoff !== "exponential") return Math.min(base, Math.max(most, 0));
  const whole = Math.min((base || USUAL_BACKOFF_MS) * 2 ** (failures - 1), most);
  return Math.ceil(whole * (0.5 + Math.random() / 2));
}

/** A node whose process dies every time must not be tried for ever. */
const MOST_LOST = 5;

export type Question = { question: string; choices: string[] };

/** The fate of a node whose try was lost: by its own setting, or a person's answer. */
export async function lostTry(
  task: { planned: PlannedNode; lost: number; message: string },
  ask: (question: Question) => Promise<string>,
): Promise<{ outcome: "again" | "failed" | "done" }> {
  const { planned, lost, message } = task;
  const policy = planned.node.on_lost ?? "retry";
  if (lost + 1 >= MOST_LOST || policy === "fail") return { outcome: "failed" };
  if (policy === "retry") return { outcome: "again" };
  const answer = await ask({
    question: `"${planned.id}" may have done its work or not: ${message}. Run it again?`,
    choices: ["retry", "done", "fail"],
  });
  if (answer === "retry") return { outcome: "again" };
  return { outcome: answer === "done" ? "done" : "failed" };
}
