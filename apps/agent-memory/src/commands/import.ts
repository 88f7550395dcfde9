import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { ConfigError, defineCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { requireWriter } from "../domain/access.ts";
import { parseRecord } from "../domain/adr/parse-record.ts";
import { importRecords } from "../memory/import-records.ts";
import { jsonOption } from "./json-option.ts";

const options = { json: jsonOption };
const NOT_RECORDS = /^(?:readme|index|template|adr-template|.*[-_]template|contributing)$/i;

export const importCommand = defineCommand<Context, typeof options>({
  name: "import",
  usage: "<file or folder…>",
  summary: "Import Markdown decision records, or bring them up to date",
  positionals: [1, 10_000],
  options,
  async run({ context: { memory }, positionals, values: { json }, print }) {
    requireWriter(memory.access);
    const files = (await Promise.all(positionals.map(findFiles))).flat();
    const names = nameFiles(files);
    const records = [];
    const empty = [];
    for (const [file, name] of names) {
      const text = await readFile(file, "utf8");
      if (text.trim() === "") empty.push(name);
      else records.push({ ...parseRecord(name, text), source: file });
    }
    const result = await importRecords(memory, records);
    result.refused.push(...empty);
    result.problems.push(...empty.map((name) => `${name}: left out, because it is empty.`));
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

/** A record is called by its file's name, and by its folders too where that is not enough. */
function nameFiles(files: readonly string[]): Map<string, string> {
  const plain = (file: string) => basename(file).replace(/\.[^.]+$/, "");
  const folder = sharedFolder(files);
  const distinct = new Set(files);
  const counts = new Map<string, number>();
  for (const file of distinct) counts.set(plain(file), (counts.get(plain(file)) ?? 0) + 1);
  return new Map(
    Array.from(distinct, (file) => [
      file,
      (counts.get(plain(file)) ?? 0) > 1
        ? join(relative(folder, dirname(file)), plain(file))
        : plain(file),
    ]),
  );
}

/** The deepest folder that all of the files are in. */
function sharedFolder([first = "", ...others]: readonly string[]): string {
  let folder = dirname(first);
  const isOutside = (file: string) => relative(folder, file).startsWith("..");
  while (others.some(isOutside) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

async function findFiles(path: string): Promise<string[]> {
  const real = await realpath(path).catch(() => {
    throw new ConfigError(`There is no file or folder ${path}.`);
  });
  if (!(await stat(real)).isDirectory()) return [real];
  const entries = await readdir(real, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name))
    .filter((entry) => !NOT_RECORDS.test(entry.name.replace(/\.[^.]+$/, "")))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
