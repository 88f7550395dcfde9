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
  description:
    "Tell whether one process is still running or how it ended: state, exit code, signal, memory, CPU and time limits. For its output use logs_tail.",
  input: ChildStatusInput,
  output: ChildStatusOutput,
  annotations: READS,
  run: ({ child_id }, { database }: Context) =>
    database.query(async (tx) => snapshotOf(await getChild(tx, child_id))),
});
