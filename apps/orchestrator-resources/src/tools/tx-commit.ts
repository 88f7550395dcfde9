import { defineTool } from "@faculties/mcp-kit";
import { TxCommitInput, TxCommitOutput } from "@faculties/schemas/orchestrator-resources/tx-commit";
import { ADDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { commitTransaction } from "../store/graph-transactions.ts";

export const txCommitTool = defineTool({
  name: "tx_commit",
  title: "Commit a transaction",
  description: "Make a transaction's changes the next version; the first to commit wins",
  input: TxCommitInput,
  output: TxCommitOutput,
  annotations: ADDS,
  async run({ tx_id: txId, holder }, { database, graphs, expire }: Context) {
    await expire();
    return database.write((tx, outbox) => commitTransaction(tx, outbox, graphs, { txId, holder }));
  },
});
