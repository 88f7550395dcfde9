import { defineTool } from "@faculties/mcp-kit";
import { OpCancelInput, OpCancelOutput } from "@faculties/schemas/orchestrator-resources/op-cancel";
import { ENDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { cancelOperation } from "../runs/cancel-operation.ts";

export const opCancelTool = defineTool({
  name: "op_cancel",
  title: "Cancel an operation",
  description:
    "Cancel (abort) whatever is running under an operation id, a run or a child, and end its processes. Use plan_cancel with a run_id, child_cancel with a child_id. Calling it twice does no harm.",
  input: OpCancelInput,
  output: OpCancelOutput,
  annotations: ENDS,
  run: ({ op_id, reason }, context: Context) =>
    cancelOperation(context, op_id, reason ?? "cancelled"),
});
