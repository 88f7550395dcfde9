import { open, opendir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { ConfigError } from "@faculties/mcp-kit";
import { LONGEST_EXPLANATION } from "@faculties/schemas/agent-memory/text-of-at-least";
import { type RecordFile, parseRecord } from "../domain/adr/parse-record.ts";

/** Far above any collection of decision records, so that a wrong folder is refused quickly. */
const MOST_FILES = 10_000;
const MOST_ENTRIES = 200_000;
const MOST_FILE_BYTES = 1024 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;
const NOT_RECORDS = /^(?:readme|index|template|adr-template|.*[-_]template|contributing)$/i;
const SKIPPED_FOLDERS = new Set([".git", "node_modules"]);

export type RecordFiles = {
  records: RecordFile[];
  /** Names of files that hold no record, and why. */
  refused: { name: string; reason: string }[];
};

/** Reads the decision records in files and folders, within limits on their number and size. */
export async function readRecordFiles(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<RecordFiles> {
  const files = new Set<string>();
  for (const path of paths) await findFiles(path, files, signal);
  const found: RecordFiles = { records: [], refused: [] };
  const readText = textReader();
  let bytes = 0;
  for (const [file, name] of nameFiles(files)) {
    signal.throwIfAborted();
    const text = await readText(file);
    bytes += text?.length ?? MOST_FILE_BYTES;
    if (bytes > MOST_BYTES)
      throw new ConfigError(
        `The records are larger than ${megabytes(MOST_BYTES)} together. Nothing was imported. Import fewer files at a time.`,
      );
    if (text === undefined)
      found.refused.push({ name, reason: `it is larger than ${megabytes(MOST_FILE_BYTES)}` });
    else if (text.trim() === "") found.refused.push({ name, reason: "it is empty" });
    else if (text.length > LONGEST_EXPLANATION)
      found.refused.push({
        name,
        reason: `it has ${text.length} characters, of at most ${LONGEST_EXPLANATION}; move attachments and logs out of it`,
      });
    else found.records.push({ ...parseRecord(name, text), source: file });
  }
  return found;
}

/** Reads texts one at a time; undefined when one is too large, even if the file system reports a smaller size. */
export function textReader(): (file: string) => Promise<string | undefined> {
  const buffer = Buffer.alloc(MOST_FILE_BYTES + 1);
  return async (file) => {
    const handle = await open(file, "r");
    try {
      let length = 0;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
        length += bytesRead;
        if (length > MOST_FILE_BYTES) return undefined;
        if (bytesRead === 0) return buffer.toString("utf8", 0, length);
      }
    } finally {
      await handle.close();
    }
  };
}

async function findFiles(path: string, files: Set<string>, signal: AbortSignal): Promise<void> {
  const real = await realpath(path).catch(() => {
    throw new ConfigError(`There is no file or folder ${path}.`);
  });
  const kind = await stat(real);
  if (kind.isFile()) files.add(real);
  else if (kind.isDirectory()) await walk(real, files, signal);
  else
    throw new ConfigError(
      `${path} is neither a file nor a folder. Name Markdown files or a folder of them.`,
    );
}

/** Does not follow symbolic links, so that it reads no folder twice and none outside. */
async function walk(root: string, files: Set<string>, signal: AbortSignal): Promise<void> {
  const waiting = [root];
  const found: string[] = [];
  let entries = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for await (const entry of await opendir(folder)) {
      signal.throwIfAborted();
      entries += 1;
      if (entries > MOST_ENTRIES)
        throw new ConfigError(
          `${root} holds more than ${MOST_ENTRIES} files and folders. Nothing was imported. Name the folder of the decision records itself.`,
        );
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name))
        waiting.push(join(folder, entry.name));
      if (entry.isFile() && isRecordName(entry.name)) found.push(join(folder, entry.name));
    }
    if (files.size + found.length > MOST_FILES)
      throw new ConfigError(
        `There are more than ${MOST_FILES} Markdown files. Nothing was imported. Import fewer folders at a time.`,
      );
  }
  for (const file of found.toSorted()) files.add(file);
}

function isRecordName(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name) && !NOT_RECORDS.test(plainName(name));
}

/** A record has the name of its file, with its folders where two files have the same name. */
function nameFiles(files: ReadonlySet<string>): Map<string, string> {
  const folder = sharedFolder([...files]);
  const counts = new Map<string, number>();
  for (const file of files) counts.set(plainName(file), (counts.get(plainName(file)) ?? 0) + 1);
  return new Map(
    Array.from(files, (file) => [
      file,
      (counts.get(plainName(file)) ?? 0) > 1
        ? join(relative(folder, dirname(file)), plainName(file))
        : plainName(file),
    ]),
  );
}

function plainName(file: string): string {
  const name = basename(file);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The deepest folder that all of the files are in. */
function sharedFolder([first = "", ...others]: readonly string[]): string {
  let folder = dirname(first);
  const isOutside = (file: string) => relative(folder, file).startsWith("..");
  while (others.some(isOutside) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
