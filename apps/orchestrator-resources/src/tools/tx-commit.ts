import { defineTool } from "@faculties/mcp-kit";
import { TxCommitInput, TxCommitOutput } from "@faculties/schemas/orchestrator-resources/tx-commit";
import { ADDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { commitTransaction } from "../store/graph-transactions.ts";

export const txCommitTool = defineTool({
  name: "tx_commit",
  title: "Commit a transaction",
  description:
    "Commit a transaction: make its staged edits the graph's next version, permanent and visible to all. If somebody committed before you, it fails.",
  input: TxCommitInput,
  output: TxCommitOutput,
  annotations: ADDS,
  async run({ tx_id: txId, holder }, { database, graphs, expire }: Context) {
    await expire();
    return database.write((tx, outbox) => commitTransaction(tx, outbox, graphs, { txId, holder }));
  },
});
