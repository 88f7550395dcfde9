import { defineTool } from "@faculties/mcp-kit";
import {
  ChildKillInput,
  ChildKillOutput,
} from "@faculties/schemas/orchestrator-resources/child-kill";
import { ENDS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const childKillTool = defineTool({
  name: "child_kill",
  title: "Kill a child",
  description:
    "Force a hanging process to end immediately, together with everything it started (SIGKILL). To let it finish its work first use child_cancel.",
  input: ChildKillInput,
  output: ChildKillOutput,
  annotations: ENDS,
  run: ({ child_id }, { children }: Context) => children.stop(child_id, 0, "killed"),
});
