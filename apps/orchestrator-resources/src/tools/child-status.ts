import { defineTool } from "@faculties/mcp-kit";
import {
  ChildStatusInput,
  ChildStatusOutput,
} from "@faculties/schemas/orchestrator-resources/child-status";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { getChild, snapshotOf } from "../store/children.ts";

export const childStatusTool = defineTool({
  name: "child_status",
  title: "Child status",
  description: "State, exit code and limits of a child",
  input: ChildStatusInput,
  output: ChildStatusOutput,
  annotations: READS,
  run: ({ child_id }, { database }: Context) =>
    database.query(async (tx) => snapshotOf(await getChild(tx, child_id))),
});
