import { defineCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { requireWriter } from "../domain/access.ts";
import { importRecords } from "../import/import-records.ts";
import { jsonOption } from "./json-option.ts";
import { readRecordFiles } from "../import/record-files.ts";

const options = { json: jsonOption };

export const importCommand = defineCommand<Context, typeof options>({
  name: "import",
  usage: "<file or folder…>",
  summary: "Import Markdown decision records, or bring them up to date",
  positionals: [1, 10_000],
  options,
  async run({ context, positionals, values: { json }, print, signal }) {
    requireWriter(context.access);
    const { records, refused: unread } = await readRecordFiles(positionals, signal);
    const result = await importRecords(context, records);
    for (const { name, reason } of unread) {
      result.refused.push(name);
      result.problems.push(`${name}: left out, because ${reason}.`);
    }
    if (json) print(JSON.stringify(result, null, 2));
    else {
      const { created, updated, unchanged, refused, problems } = result;
      print(
        `${created.length} created, ${updated.length} updated, ${unchanged.length} unchanged, ${refused.length} left out.`,
      );
      for (const problem of problems) print(`  ${problem}`);
    }
    return result.refused.length > 0 ? 1 : 0;
  },
});
