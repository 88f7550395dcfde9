import { defineTool } from "@faculties/mcp-kit";
import { BbDeleteInput, BbDeleteOutput } from "@faculties/schemas/orchestrator-resources/bb-delete";
import { REPLACES } from "./annotations.ts";
import type { Context } from "../context.ts";
import { entryKey } from "../store/lock-keys.ts";
import type { Unit } from "../store/database.ts";

export const bbDelete = defineTool({
  name: "bb_delete",
  title: "Delete an entry",
  description: "Remove an entry of the blackboard",
  input: BbDeleteInput,
  output: BbDeleteOutput,
  annotations: REPLACES,
  async run({ key }, { ledger, blackboard }: Context) {
    await blackboard.endDue(ledger);
    const remove = (unit: Unit) => blackboard.delete(unit, key);
    const { version } = await ledger.write(remove, { locks: [entryKey(key)] });
    return { key, version };
  },
});
