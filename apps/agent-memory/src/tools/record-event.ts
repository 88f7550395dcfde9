import { defineTool } from "@faculties/mcp-kit";
import { RecordEventInput, RecordEventOutput } from "@faculties/schemas/agent-memory/record-event";
import type { Context } from "../context.ts";
import { requireWriter } from "../domain/access.ts";
import { recordEvents } from "../events/record-events.ts";

export const recordEventTool = defineTool({
  name: "record_event",
  title: "Record an event",
  description: "Record a success, an error or a note; repeated ones become proposals.",
  toolset: "reflection",
  input: RecordEventInput,
  output: RecordEventOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run(event, context: Context): Promise<RecordEventOutput> {
    requireWriter(context.access);

    const episode = { ...event, reference: event.reference ?? null };
    const { ids, proposalIds } = await recordEvents(context, [episode]);

    const [id = ""] = ids;
    const [proposal] = proposalIds;
    return {
      status: "success",
      message: proposal === undefined ? null : `This led to the proposal ${proposal}.`,
      event_id: id,
      ...(proposal !== undefined && { proposal_id: proposal }),
    };
  },
});
