import { defineTool } from "@faculties/mcp-kit";
import {
  ChildListInput,
  ChildListOutput,
} from "@faculties/schemas/orchestrator-resources/child-list";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { listChildren } from "../store/children.ts";

export const childListTool = defineTool({
  name: "child_list",
  title: "List children",
  description:
    "List the processes (children) that were started, oldest first: which are running right now, by state, run or role.",
  input: ChildListInput,
  output: ChildListOutput,
  annotations: READS,
  run: (input, { database }: Context) => database.query((tx) => listChildren(tx, input)),
});
