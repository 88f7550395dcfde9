import { defineTool } from "@faculties/mcp-kit";
import {
  CausalExportInput,
  CausalExportOutput,
} from "@faculties/schemas/orchestrator-resources/causal-export";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { cursorNumber } from "../domain/cursor.ts";
import { pageOfCausalEvents } from "../store/causal-events.ts";

export const causalExportTool = defineTool({
  name: "causal_export",
  title: "Export causes",
  description:
    "Export (dump) the causal log, the history of what runs did, events with their causes and effects, page by page.",
  input: CausalExportInput,
  output: CausalExportOutput,
  annotations: READS,
  run: ({ run_id: runId, limit, cursor }, { database }: Context) =>
    database.read((tx) =>
      pageOfCausalEvents(tx, {
        runId,
        limit,
        after: cursor === undefined ? 0 : cursorNumber(cursor),
      }),
    ),
});
