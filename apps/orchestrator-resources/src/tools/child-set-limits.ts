import { defineTool } from "@faculties/mcp-kit";
import {
  ChildSetLimitsInput,
  ChildSetLimitsOutput,
} from "@faculties/schemas/orchestrator-resources/child-set-limits";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const childSetLimitsTool = defineTool({
  name: "child_set_limits",
  title: "Set a child's limits",
  description: "Change the limits of a running child, within the server's own",
  input: ChildSetLimitsInput,
  output: ChildSetLimitsOutput,
  annotations: SETS,
  run: ({ child_id, ...limits }, { children }: Context) => children.setLimits(child_id, limits),
});
