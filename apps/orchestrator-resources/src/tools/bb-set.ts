import { defineTool } from "@faculties/mcp-kit";
import { BbSetInput, BbSetOutput } from "@faculties/schemas/orchestrator-resources";
import { SETS } from "../annotations.ts";
import type { Context } from "../context.ts";
import { runOnce } from "../store/idempotency.ts";

export const bbSet = defineTool({
  name: "bb_set",
  title: "Set an entry",
  description: "Write an entry of the blackboard",
  input: BbSetInput,
  output: BbSetOutput,
  annotations: SETS,
  run: (input, { ledger, blackboard, once }: Context) =>
    ledger.write((unit) =>
      runOnce(unit, once("bb_set", input), async () => {
        const [written] = await blackboard.set(unit, [input]);
        return written as BbSetOutput;
      }),
    ),
});
