import { defineCommand, option } from "@faculties/mcp-kit";
import { DECISION_STATUSES } from "@faculties/schemas/agent-memory/search-decisions";
import type { Context } from "../context.ts";
import { listDecisions } from "../store/decisions.ts";
import { listProposals } from "../store/proposals.ts";
import { jsonOption } from "./json-option.ts";
import { toPublicRow } from "./to-public-row.ts";

const options = {
  status: option.choice({
    flag: "status",
    choices: DECISION_STATUSES,
    describe: "Only those with this status; draft lists proposals",
  }),
  limit: option.integer({ flag: "limit", min: 1, default: 50, describe: "Most records to print" }),
  json: jsonOption,
};

export const listCommand = defineCommand<Context, typeof options>({
  name: "list",
  usage: "",
  summary: "List decisions, newest first",
  positionals: [0, 0],
  options,
  async run({ context, values: { status, limit, json }, print }) {
    const records = await context.storage.read<ListedRecord[]>(async (tx) =>
      status === "draft"
        ? listProposals(tx, { status, limit })
        : listDecisions(tx, { status, limit }),
    );
    if (json) print(JSON.stringify(records.map(toPublicRow), null, 2));
    else if (records.length === 0) print("There is nothing to list.");
    else
      for (const { id, status: own, target, title } of records)
        print(`${id}  ${own.padEnd(10)}  ${target}: ${title}`);
  },
});

type ListedRecord = { id: string; status: string; target: string; title: string };
