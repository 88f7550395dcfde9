import { defineTool } from "@faculties/mcp-kit";
import { RecordEventInput, RecordEventOutput } from "@faculties/schemas/agent-memory/record-event";
import type { Context } from "../context.ts";
import { requireWriter } from "../domain/access.ts";
import { recordEvents } from "../events/record-events.ts";

export const recordEventTool = defineTool({
  name: "record_event",
  title: "Record an event",
  description:
    "Note that something happened again, failed or succeeded: a deployment, a build, a test, an upgrade of a dependency. Repeated events on one target lead to a drafted proposal for a decision. Not for decisions themselves: use record_decision.",
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
