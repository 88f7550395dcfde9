import { defineTool } from "@faculties/mcp-kit";
import {
  BbBatchSetInput,
  BbBatchSetOutput,
} from "@faculties/schemas/orchestrator-resources/bb-batch-set";
import type { Context } from "../context.ts";
import { refuseFailingEntries } from "../domain/bulk-failure.ts";
import { writeOnce } from "../store/idempotency.ts";
import { entryKey } from "../store/lock-keys.ts";
import { SETS } from "./annotations.ts";

export const bbBatchSetTool = defineTool({
  name: "bb_batch_set",
  title: "Set entries",
  description:
    "Write several values to the shared blackboard at once, up to 100 keys, atomically: all or none. For one key use bb_set.",
  input: BbBatchSetInput,
  output: BbBatchSetOutput,
  annotations: SETS,
  async run(input, { database, blackboard, once }: Context) {
    refuseFailingEntries(input.entries);
    await blackboard.endDue(database);
    const keys = input.entries.map(({ key }) => entryKey(key));
    return writeOnce(database, once("bb_batch_set", input), keys, async (tx, outbox) => {
      const written = await blackboard.set(tx, outbox, input.entries);
      return { entries: written.map(({ entry }) => entry) };
    });
  },
});
