import { defineTool } from "@faculties/mcp-kit";
import { BbDeleteInput, BbDeleteOutput } from "@faculties/schemas/orchestrator-resources";
import { REPLACES } from "../annotations.ts";
import type { Context } from "../context.ts";

export const bbDelete = defineTool({
  name: "bb_delete",
  title: "Delete an entry",
  description: "Remove an entry of the blackboard",
  input: BbDeleteInput,
  output: BbDeleteOutput,
  annotations: REPLACES,
  run: ({ key }, { ledger, blackboard }: Context) =>
    ledger.write(async (unit) => {
      const { version } = await blackboard.delete(unit, key);
      return { key, version };
    }),
});
