import { defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { requireWriter } from "../domain/access.ts";
import {
  type ReversedPair,
  readImportedFiles,
  repairLinks,
  reversedLinks,
} from "../import/reversed-links.ts";
import { jsonOption } from "./json-option.ts";

const options = {
  write: option.boolean({
    flag: "write",
    describe: "Correct the links; without it they are only shown",
  }),
  suspected: option.boolean({
    flag: "suspected",
    describe: "Also correct links whose files are gone, judged by numbers and titles alone",
  }),
  json: jsonOption,
};

export const repairLinksCommand = defineCommand<Context, typeof options>({
  name: "repair-links",
  usage: "[folder of the records…]",
  summary: "Show links that an earlier import turned round, or correct them",
  positionals: [0, 100],
  options,
  async run({ context, positionals, values, print, signal }) {
    const { write, suspected, json } = values;
    if (write) requireWriter(context.access);
    const files = await readImportedFiles(context, positionals, signal);
    const found = await reversedLinks(context, files);
    const { repaired, problems } = write
      ? await repairLinks(context, files, suspected)
      : { repaired: [], problems: [] };
    const done = new Set(repaired.map(({ newId, oldId }) => `${newId} ${oldId}`));
    const left = found.filter(({ newId, oldId }) => !done.has(`${newId} ${oldId}`));
    if (json) {
      print(
        JSON.stringify(
          { repaired: repaired.map(shown), found: left.map(shown), problems },
          null,
          2,
        ),
      );
      return;
    }
    for (const link of repaired) print(`Corrected: ${describe(link)}`);
    for (const problem of problems) print(`  ${problem}`);
    for (const link of left)
      print(`${link.isStated ? "Turned round" : "Suspected"}: ${describe(link)}`);
    if (left.some(({ isStated }) => isStated)) print("Add --write to correct these.");
    if (left.some(({ isStated }) => !isStated))
      print(
        "The files of suspected links are gone. Name the folder that they are in now, or add --write --suspected.",
      );
    if (found.length === 0) print("No link was turned round.");
  },
});

/** The link as it should be. */
function describe({ newId, oldId, newTitle, oldTitle, rightKind }: ReversedPair): string {
  return `"${oldTitle}" (${oldId}) ${rightKind} "${newTitle}" (${newId})`;
}

function shown({ newId, oldId, rightKind, isStated }: ReversedPair) {
  return { new_id: oldId, old_id: newId, kind: rightKind, stated: isStated };
}
