import { defineTool } from "@faculties/mcp-kit";
import { TxBeginInput, TxBeginOutput } from "@faculties/schemas/orchestrator-resources/tx-begin";
import { ADDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { runOnce } from "../store/idempotency.ts";
import { beginTransaction } from "../store/graph-transactions.ts";

export const txBeginTool = defineTool({
  name: "tx_begin",
  title: "Begin a transaction",
  description:
    "Begin a transaction on a graph: start it to try several edits that nobody else sees, then make them permanent with tx_commit or undo them all with tx_rollback. It ends by itself after its time.",
  input: TxBeginInput,
  output: TxBeginOutput,
  annotations: ADDS,
  async run(input, { database, graphs, newId, once, expire }: Context) {
    const { graph_id: graphId, ttl_ms: ttlMs, holder } = input;
    await expire();
    return database.write((tx, outbox) =>
      runOnce(tx, outbox.now, once("tx_begin", input), () =>
        beginTransaction(tx, outbox, graphs, { txId: newId("tx"), graphId, ttlMs, holder }),
      ),
    );
  },
});
