import { defineTool } from "@faculties/mcp-kit";
import { OpCancelInput, OpCancelOutput } from "@faculties/schemas/orchestrator-resources/op-cancel";
import { ENDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { cancelOperation } from "../runs/cancel-operation.ts";

export const opCancelTool = defineTool({
  name: "op_cancel",
  title: "Cancel an operation",
  description: "Cancel a run or a child by its op_id; its processes are ended",
  input: OpCancelInput,
  output: OpCancelOutput,
  annotations: ENDS,
  run: ({ op_id, reason }, context: Context) =>
    cancelOperation(context, op_id, reason ?? "cancelled"),
});
