import { defineTool } from "@faculties/mcp-kit";
import {
  ChildCancelInput,
  ChildCancelOutput,
} from "@faculties/schemas/orchestrator-resources/child-cancel";
import { ENDS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const childCancelTool = defineTool({
  name: "child_cancel",
  title: "Cancel a child",
  description:
    "Ask a process to stop gracefully: SIGTERM first and, after the grace period, SIGKILL. If it hangs use child_kill.",
  input: ChildCancelInput,
  output: ChildCancelOutput,
  annotations: ENDS,
  run: ({ child_id, grace_ms }, { children }: Context) =>
    children.stop(child_id, grace_ms, "cancelled"),
});
