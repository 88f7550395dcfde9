import { readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ConfigError, defineCommand, option } from "@faculties/mcp-kit";
import { makeFolder } from "@faculties/storage";
import type { Context } from "../context.ts";
import { exportRecords } from "../memory/export-records.ts";
import { jsonOption } from "./json-option.ts";

const options = {
  force: option.boolean({ flag: "force", describe: "Write into a folder that is not empty" }),
  json: jsonOption,
};

export const exportCommand = defineCommand<Context, typeof options>({
  name: "export",
  usage: "<folder>",
  summary: "Write every decision as a Markdown record",
  positionals: [1, 1],
  options,
  async run({ context: { memory }, positionals: [folder = ""], values: { force, json }, print }) {
    makeFolder(resolve(folder));
    if (!force && (await readdir(folder)).length > 0)
      throw new ConfigError(`${folder} is not empty. Choose another folder, or add --force.`);
    const records = await exportRecords(memory);
    for (const { name, text } of records) await writeFile(join(folder, `${name}.md`), text);
    if (json)
      print(
        JSON.stringify(
          records.map(({ name }) => join(folder, `${name}.md`)),
          null,
          2,
        ),
      );
    else print(`Wrote ${records.length} records to ${folder}.`);
  },
});
