import { defineCommand, parseInput } from "@faculties/mcp-kit";
import { RecordDecisionInput } from "@faculties/schemas/agent-memory/record-decision";
import type { Context } from "../context.ts";
import { requireWriter } from "../domain/access.ts";
import { propose } from "../proposals/propose.ts";
import { jsonOption } from "./json-option.ts";

const options = { json: jsonOption };

export const proposeCommand = defineCommand<Context, typeof options>({
  name: "propose",
  usage: "<target> <title> <rationale> [consequence…]",
  summary: "Propose a decision; it can be accepted after an hour",
  positionals: [3, 100],
  options,
  async run({ context, positionals, values: { json }, print }) {
    requireWriter(context.access);
    const [target, title, rationale, ...consequences] = positionals;
    const text = parseInput(RecordDecisionInput, { target, title, rationale, consequences });
    const id = await propose(context, text);
    print(json ? JSON.stringify({ proposal_id: id }) : id);
  },
});
