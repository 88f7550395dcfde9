import { defineTool } from "@faculties/mcp-kit";
import {
  EventsSubscribeInput,
  EventsSubscribeOutput,
} from "@faculties/schemas/orchestrator-resources/events-subscribe";
import type { Context } from "../context.ts";
import { pageOfEvents } from "../store/event-queries.ts";
import { pageBounds } from "../store/streams.ts";
import { READS } from "./annotations.ts";

export const eventsSubscribeTool = defineTool({
  name: "events_subscribe",
  title: "Follow events",
  description:
    "Show events that the orchestrator emitted, such as errors, warnings or status changes, filtered by kind, level, run, child, operation, graph or node. One page; call it again with next_seq as from_seq. For a program's printed output use logs_tail.",
  input: EventsSubscribeInput,
  output: EventsSubscribeOutput,
  annotations: READS,
  async run({ from_seq: fromSeq, limit, ...filter }, { database }: Context) {
    const page = await database.read((tx) => pageOfEvents(tx, filter, { fromSeq, limit }));
    return { events: page.entries, ...pageBounds(page, fromSeq) };
  },
});
