import { CodedError } from "@faculties/errors";
import type { GraphOperation } from "@faculties/schemas/orchestrator-resources/graph-operation";
import type { TxApplyOutput } from "@faculties/schemas/orchestrator-resources/tx-apply";
import type { TxBeginOutput } from "@faculties/schemas/orchestrator-resources/tx-begin";
import type { TxCommitOutput } from "@faculties/schemas/orchestrator-resources/tx-commit";
import { and, asc, count, eq, lte, type Transaction } from "@faculties/storage";
import { applyOperations } from "../domain/apply-operations.ts";
import { compareGraphs } from "../domain/graph-delta.ts";
import type { GraphState } from "../domain/graph-state.ts";
import { snapshotUri } from "../domain/resource-uri.ts";
import { refuseNearMisses } from "../domain/attribute-names.ts";
import { keepInvariants } from "../domain/validate-graph.ts";
import type { Outbox } from "./database.ts";
import { refuseLocked } from "./graph-locks.ts";
import { conflict, type GraphStore } from "./graphs.ts";
import { transactions, transactionSteps } from "./tables.ts";

export type GraphTransaction = typeof transactions.$inferSelect;

export async function beginTransaction(
  tx: Transaction,
  outbox: Outbox,
  graphs: GraphStore,
  begin: { txId: string; graphId: string; ttlMs: number; holder: string | undefined },
): Promise<TxBeginOutput> {
  const { txId, graphId, ttlMs, holder } = begin;
  const base = await graphs.loadForChange(tx, outbox, graphId);
  await refuseLocked(tx, outbox.now, graphId, holder);
  const transaction: GraphTransaction = {
    txId,
    graphId,
    baseVersion: base.version,
    state: "pending",
    startedAt: outbox.now,
    expiresAt: outbox.now + ttlMs,
    closedAt: null,
    finalVersion: null,
    holder: holder ?? null,
  };
  await tx.insert(transactions).values(transaction);
  showSnapshot(tx, outbox, transaction);
  return {
    ...shown(transaction),
    started_at: outbox.now,
    expires_at: transaction.expiresAt,
    snapshot_uri: snapshotUri(graphId, txId),
  };
}

export async function applyToTransaction(
  tx: Transaction,
  outbox: Outbox,
  graphs: GraphStore,
  apply: { txId: string; operations: GraphOperation[]; holder: string | undefined },
): Promise<TxApplyOutput> {
  const transaction = await findPending(tx, outbox.now, apply.txId);
  await refuseLocked(tx, outbox.now, transaction.graphId, apply.holder ?? transaction.holder);
  const { base, state } = await workingState(tx, outbox, graphs, transaction);
  const after = applyOperations(state, apply.operations);
  const [steps] = await tx
    .select({ taken: count() })
    .from(transactionSteps)
    .where(eq(transactionSteps.txId, apply.txId));
  await tx.insert(transactionSteps).values({
    txId: apply.txId,
    position: steps?.taken ?? 0,
    operations: apply.operations,
  });
  return {
    ...shown(transaction),
    applied: apply.operations.length,
    changed: compareGraphs(base, after) !== undefined,
    node_count: after.nodes.size,
    edge_count: after.edges.size,
  };
}

/** The first transaction to commit wins; later ones that started from the same version are refused. */
export async function commitTransaction(
  tx: Transaction,
  outbox: Outbox,
  graphs: GraphStore,
  { txId, holder }: { txId: string; holder: string | undefined },
): Promise<TxCommitOutput> {
  const transaction = await findPending(tx, outbox.now, txId);
  const { graphId, baseVersion } = transaction;
  await refuseLocked(tx, outbox.now, graphId, holder ?? transaction.holder);
  const latest = await graphs.loadForChange(tx, outbox, graphId);
  if (latest.version !== baseVersion) throw conflict(graphId, baseVersion, latest.version);
  const { state } = await workingState(tx, outbox, graphs, transaction);
  keepInvariants(state, { acyclic: false });
  refuseNearMisses(latest.state, state);
  const { version, changed } = await graphs.commit(tx, outbox, latest, state);
  const closed = await closeTransaction(tx, outbox, transaction, "committed", version);
  return {
    ...shown(closed),
    version,
    changed,
    committed_at: outbox.now,
  };
}

export async function rollBackTransaction(tx: Transaction, outbox: Outbox, txId: string) {
  const transaction = await findPending(tx, outbox.now, txId);
  return shown(await closeTransaction(tx, outbox, transaction, "rolled_back"));
}

/** Rolls back what has been open for too long. */
export async function expireTransactions(tx: Transaction, outbox: Outbox): Promise<void> {
  const due = await tx.select().from(transactions).where(dueAt(outbox.now));
  for (const transaction of due) await closeTransaction(tx, outbox, transaction, "rolled_back");
}

/** Whether `expireTransactions` would do anything. */
export async function hasExpiredTransactions(tx: Transaction, now: number): Promise<boolean> {
  const [due] = await tx
    .select({ txId: transactions.txId })
    .from(transactions)
    .where(dueAt(now))
    .orderBy(asc(transactions.expiresAt))
    .limit(1);
  return due !== undefined;
}

export async function findTransaction(
  tx: Transaction,
  graphId: string,
  txId: string,
): Promise<GraphTransaction | undefined> {
  const [transaction] = await tx
    .select()
    .from(transactions)
    .where(and(eq(transactions.txId, txId), eq(transactions.graphId, graphId)));
  return transaction;
}

async function findPending(tx: Transaction, now: number, txId: string): Promise<GraphTransaction> {
  const [transaction] = await tx.select().from(transactions).where(eq(transactions.txId, txId));
  if (!transaction)
    throw new CodedError("E-TX-NOTFOUND", `There is no transaction "${txId}".`, {
      details: { txId },
    });
  const { state, expiresAt, closedAt } = transaction;
  if (state !== "committed" && expiresAt <= (closedAt ?? now))
    throw new CodedError(
      "E-TX-EXPIRED",
      `The transaction "${txId}" expired at ${new Date(expiresAt).toISOString()} and was rolled back. Begin another.`,
      { details: { txId, expiresAt } },
    );
  if (state === "pending") return transaction;
  throw new CodedError("E-TX-STATE", `The transaction "${txId}" is ${state} already.`, {
    details: { txId, state },
  });
}

async function workingState(
  tx: Transaction,
  outbox: Outbox,
  graphs: GraphStore,
  { txId, graphId, baseVersion }: GraphTransaction,
): Promise<{ base: GraphState; state: GraphState }> {
  const { state: base } = await graphs.loadForChange(tx, outbox, graphId, baseVersion);
  const steps = await tx
    .select({ operations: transactionSteps.operations })
    .from(transactionSteps)
    .where(eq(transactionSteps.txId, txId))
    .orderBy(asc(transactionSteps.position));
  const state = applyOperations(
    base,
    steps.flatMap(({ operations }) => operations),
  );
  return { base, state };
}

async function closeTransaction(
  tx: Transaction,
  outbox: Outbox,
  transaction: GraphTransaction,
  state: "committed" | "rolled_back",
  finalVersion: number | null = null,
): Promise<GraphTransaction> {
  const { txId } = transaction;
  const closed = { ...transaction, state, finalVersion, closedAt: outbox.now };
  await tx.update(transactions).set(closed).where(eq(transactions.txId, txId));
  await tx.delete(transactionSteps).where(eq(transactionSteps.txId, txId));
  showSnapshot(tx, outbox, closed);
  return closed;
}

function showSnapshot(
  tx: Transaction,
  outbox: Outbox,
  { graphId, txId, state, baseVersion }: GraphTransaction,
): void {
  outbox.touch({
    uri: snapshotUri(graphId, txId),
    kind: "snapshot",
    metadata: { state, base_version: baseVersion },
  });
  outbox.record({
    kind: "INFO",
    graphId,
    opId: txId,
    payload: { message: `transaction ${state}` },
  });
}

function shown({ txId, graphId, baseVersion, state }: GraphTransaction) {
  return { tx_id: txId, graph_id: graphId, base_version: baseVersion, state };
}

function dueAt(now: number) {
  return and(eq(transactions.state, "pending"), lte(transactions.expiresAt, now));
}
