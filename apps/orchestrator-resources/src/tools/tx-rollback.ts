import { defineTool } from "@faculties/mcp-kit";
import {
  TxRollbackInput,
  TxRollbackOutput,
} from "@faculties/schemas/orchestrator-resources/tx-rollback";
import { REPLACES } from "./annotations.ts";
import type { Context } from "../context.ts";
import { rollBackTransaction } from "../store/graph-transactions.ts";

export const txRollbackTool = defineTool({
  name: "tx_rollback",
  title: "Roll back a transaction",
  description:
    "Roll back a transaction: undo and throw away all edits staged in it. The graph stays as it was.",
  input: TxRollbackInput,
  output: TxRollbackOutput,
  annotations: REPLACES,
  async run({ tx_id }, { database, expire }: Context) {
    await expire();
    return database.write((tx, outbox) => rollBackTransaction(tx, outbox, tx_id));
  },
});
