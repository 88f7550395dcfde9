import { defineTool } from "@faculties/mcp-kit";
import {
  ChildBatchCreateInput,
  ChildBatchCreateOutput,
} from "@faculties/schemas/orchestrator-resources/child-batch-create";
import { STARTS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const childBatchCreateTool = defineTool({
  name: "child_batch_create",
  title: "Start children",
  description:
    "Start up to 16 programs at the same time, all or none, each as its own process with recorded output. For one use child_create; if some must wait for others use graph_create and plan_run.",
  input: ChildBatchCreateInput,
  output: ChildBatchCreateOutput,
  annotations: STARTS,
  run: (input, { children, once }: Context) =>
    children.create(input.children, once("child_batch_create", input), { bulk: true }),
});
