import { defineTool } from "@faculties/mcp-kit";
import { BbSetInput, BbSetOutput } from "@faculties/schemas/orchestrator-resources/bb-set";
import type { Context } from "../context.ts";
import { writeOnce } from "../store/idempotency.ts";
import { entryKey } from "../store/lock-keys.ts";
import { SETS } from "./annotations.ts";

export const bbSetTool = defineTool({
  name: "bb_set",
  title: "Set an entry",
  description:
    "Put (write, store) a value under a key on the shared blackboard so that other agents see it, optionally with tags and a time after which it expires. For several keys at once use bb_batch_set.",
  input: BbSetInput,
  output: BbSetOutput,
  annotations: SETS,
  async run(input, { database, blackboard, once }: Context) {
    await blackboard.endDue(database);
    return writeOnce(database, once("bb_set", input), [entryKey(input.key)], async (tx, outbox) => {
      const [written] = await blackboard.set(tx, outbox, [input]);
      return written as BbSetOutput;
    });
  },
});
