import { defineTool } from "@faculties/mcp-kit";
import { BbWatchInput, BbWatchOutput } from "@faculties/schemas/orchestrator-resources/bb-watch";
import type { Context } from "../context.ts";
import { pageOfBlackboardEvents } from "../store/blackboard-events.ts";
import { pageBounds } from "../store/streams.ts";
import { READS } from "./annotations.ts";

export const bbWatchTool = defineTool({
  name: "bb_watch",
  title: "Watch entries",
  description:
    "What changed on the blackboard since you last looked? One page of updates (set, delete, expire) of shared keys, of a namespace or one key. Call it again with next_seq as from_seq.",
  input: BbWatchInput,
  output: BbWatchOutput,
  annotations: READS,
  async run({ namespace, key, from_seq: fromSeq, limit }, { database, expire }: Context) {
    await expire();
    const page = await database.read((tx) =>
      pageOfBlackboardEvents(tx, { namespace, key }, { fromSeq, limit }),
    );
    return { events: page.entries, ...pageBounds(page, fromSeq) };
  },
});
