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
  description: "Give up a transaction",
  input: TxRollbackInput,
  output: TxRollbackOutput,
  annotations: REPLACES,
  async run({ tx_id }, { database, expire }: Context) {
    await expire();
    return database.write((tx, outbox) => rollBackTransaction(tx, outbox, tx_id));
  },
});
