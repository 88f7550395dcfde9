import { defineCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { drawLineage } from "../domain/draw-lineage.ts";
import { memoryError } from "../domain/memory-error.ts";
import { readLineage } from "../decisions/read-lineage.ts";
import { jsonOption } from "./json-option.ts";
import { toPublicRow } from "./to-public-row.ts";

const options = { json: jsonOption };

export const historyCommand = defineCommand<Context, typeof options>({
  name: "history",
  usage: "<target>",
  summary: "Draw the lineage of a target",
  positionals: [1, 1],
  options,
  async run({ context, positionals: [target = ""], values: { json }, print }) {
    const { decisions, links, drafts } = await context.storage.read((tx) =>
      readLineage(tx, target, undefined),
    );
    if (decisions.length + drafts.length === 0)
      throw memoryError("DECISION_NOT_FOUND", `Nothing was ever decided on "${target}".`);
    if (json) {
      const lineage = {
        target,
        decisions: decisions.map(toPublicRow),
        links: links.map(toPublicRow),
        proposals: drafts.map(toPublicRow),
      };
      print(JSON.stringify(lineage, null, 2));
      return;
    }
    for (const line of drawLineage(decisions, links)) print(line);
    for (const { id, title, confidence } of drafts)
      print(`◌ ${title} — proposal, confidence ${confidence}, ${id}`);
  },
});
