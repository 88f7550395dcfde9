import type { Transaction } from "@faculties/storage";
import { defineTool } from "@faculties/mcp-kit";
import { BbDeleteInput, BbDeleteOutput } from "@faculties/schemas/orchestrator-resources/bb-delete";
import { REPLACES } from "./annotations.ts";
import type { Context } from "../context.ts";
import { entryKey } from "../store/lock-keys.ts";
import type { Outbox } from "../store/database.ts";

export const bbDeleteTool = defineTool({
  name: "bb_delete",
  title: "Delete an entry",
  description:
    "Delete (remove) one shared entry, its key and value, from the blackboard. Fails if there is none.",
  input: BbDeleteInput,
  output: BbDeleteOutput,
  annotations: REPLACES,
  async run({ key }, { database, blackboard }: Context) {
    await blackboard.endDue(database);
    const remove = (tx: Transaction, outbox: Outbox) => blackboard.delete(tx, outbox, key);
    const { version } = await database.write(remove, { locks: [entryKey(key)] });
    return { key, version };
  },
});
