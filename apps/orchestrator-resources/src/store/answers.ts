import { CodedError } from "@faculties/errors";
import { and, eq, inArray, isNotNull, type Transaction } from "@faculties/storage";
import type { Outbox } from "./database.ts";
import { FINAL_STATES, getRun } from "./runs.ts";
import { answers, type RunNodeRow, runNodes } from "./tables.ts";

export async function answersOf(tx: Transaction, runIds: readonly string[]) {
  return tx
    .select()
    .from(answers)
    .where(inArray(answers.runId, [...runIds]));
}

/** The nodes of a run that ask something and have no answer. */
export async function openQuestions(tx: Transaction, runId: string): Promise<RunNodeRow[]> {
  const asking = await tx
    .select()
    .from(runNodes)
    .where(
      and(eq(runNodes.runId, runId), eq(runNodes.state, "running"), isNotNull(runNodes.detail)),
    );
  const questions = asking.filter(({ detail }) => detail?.question !== undefined);
  if (questions.length === 0) return [];
  const answered = new Set((await answersOf(tx, [runId])).map(({ nodeId }) => nodeId));
  return questions.filter(({ nodeId }) => !answered.has(nodeId));
}

/** The question that is meant: of the node, or the only one that a run has. */
export async function openQuestion(
  tx: Transaction,
  runId: string,
  nodeId: string | undefined,
): Promise<RunNodeRow> {
  const { state } = await getRun(tx, runId);
  if (FINAL_STATES.includes(state))
    throw new CodedError("E-PLAN-COMPLETED", `The run "${runId}" has ${state} already.`, {
      details: { runId, state },
    });
  const open = await openQuestions(tx, runId);
  const found = nodeId === undefined ? open : open.filter((node) => node.nodeId === nodeId);
  const [question] = found;
  if (question && found.length === 1) return question;
  const asking = open.map((node) => `"${node.nodeId}"`).join(", ");
  throw new CodedError(
    "E-PLAN-ANSWER",
    open.length === 0
      ? `The run "${runId}" asks nothing at the moment.`
      : nodeId === undefined
        ? `Several nodes ask something; name one as node_id: ${asking}.`
        : `The node "${nodeId}" asks nothing at the moment; ${asking} ${open.length === 1 ? "does" : "do"}.`,
    { details: { runId, asking: open.map((node) => node.nodeId) } },
  );
}

export async function saveAnswer(
  tx: Transaction,
  outbox: Outbox,
  { runId, nodeId }: Pick<RunNodeRow, "runId" | "nodeId">,
  answer: string,
): Promise<void> {
  await tx.insert(answers).values({ runId, nodeId, answer, answeredAt: outbox.now });
  const { opId, graphId } = await getRun(tx, runId);
  const payload = { message: "answered", answer };
  outbox.record({ kind: "REPLY", runId, opId, graphId, nodeId, payload });
}

/** A question that is asked once more needs an answer of its own. */
export async function forgetAnswer(tx: Transaction, runId: string, nodeId: string): Promise<void> {
  await tx.delete(answers).where(and(eq(answers.runId, runId), eq(answers.nodeId, nodeId)));
}
