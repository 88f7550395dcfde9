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
  description: "Start an allowed program; its output is recorded under logs_uri",
  input: ChildCreateInput,
  output: ChildCreateOutput,
  annotations: STARTS,
  async run({ idempotency_key, ...spec }, { children, once }: Context) {
    const request = once("child_create", { idempotency_key, ...spec });
    const { children: started, ...rest } = await children.create([spec], request, { bulk: false });
    return { ...(started[0] as StartedChild), ...rest };
  },
});
