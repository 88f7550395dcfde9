import { defineTool } from "@faculties/mcp-kit";
import { TxApplyInput, TxApplyOutput } from "@faculties/schemas/orchestrator-resources/tx-apply";
import { ADDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { applyToTransaction } from "../store/graph-transactions.ts";

export const txApplyTool = defineTool({
  name: "tx_apply",
  title: "Apply to a transaction",
  description:
    "Add, or stage, edits inside an open transaction of a graph. They become visible with tx_commit.",
  input: TxApplyInput,
  output: TxApplyOutput,
  annotations: ADDS,
  async run({ tx_id: txId, ops: operations, holder }, { database, graphs, expire }: Context) {
    await expire();
    return database.write((tx, outbox) =>
      applyToTransaction(tx, outbox, graphs, { txId, operations, holder }),
    );
  },
});
