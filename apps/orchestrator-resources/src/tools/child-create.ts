import { defineTool } from "@faculties/mcp-kit";
import {
  ChildCreateInput,
  ChildCreateOutput,
} from "@faculties/schemas/orchestrator-resources/child-create";
import { STARTS } from "./annotations.ts";
import type { Context } from "../context.ts";
import type { StartedChild } from "@faculties/schemas/orchestrator-resources/child-snapshot";

export const childCreateTool = defineTool({
  name: "child_create",
  title: "Start a child",
  description:
    "Run a command in the background: launch a program or worker as a separate process with arguments, environment, folder and a memory, CPU or time limit (such as npm test), and record its output. Answers at once with child_id; child_status tells whether it ended, logs_tail what it printed. Programs and folders must be allowed at start. For commands that depend on each other use graph_create and plan_run.",
  input: ChildCreateInput,
  output: ChildCreateOutput,
  annotations: STARTS,
  async run({ idempotency_key, ...spec }, { children, once }: Context) {
    const request = once("child_create", { idempotency_key, ...spec });
    const { children: started, ...rest } = await children.create([spec], request, { bulk: false });
    return { ...(started[0] as StartedChild), ...rest };
  },
});
