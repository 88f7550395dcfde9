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
  description: "Start up to 16 children, all or none",
  input: ChildBatchCreateInput,
  output: ChildBatchCreateOutput,
  annotations: STARTS,
  run: (input, { children, once }: Context) =>
    children.create(input.children, once("child_batch_create", input), { bulk: true }),
});
