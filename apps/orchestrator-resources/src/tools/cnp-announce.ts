import { defineTool } from "@faculties/mcp-kit";
import {
  CnpAnnounceInput,
  CnpAnnounceOutput,
} from "@faculties/schemas/orchestrator-resources/cnp-announce";
import { ADDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { announceTask } from "../children/announce-task.ts";

export const cnpAnnounceTool = defineTool({
  name: "cnp_announce",
  title: "Announce a task",
  description:
    "Put a task out to tender (contract net): collect bids, given or automatic from the running workers, and award the job to the agent with the cheapest effective cost.",
  input: CnpAnnounceInput,
  output: CnpAnnounceOutput,
  annotations: ADDS,
  run: (input, context: Context) => announceTask(context, input),
});
