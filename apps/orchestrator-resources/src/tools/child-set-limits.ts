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
  description:
    "Give a running process more or less memory, CPU or time: change its limits while it runs, within what the server allows.",
  input: ChildSetLimitsInput,
  output: ChildSetLimitsOutput,
  annotations: SETS,
  run: ({ child_id, ...limits }, { children }: Context) => children.setLimits(child_id, limits),
});
