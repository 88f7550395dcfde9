import { basename } from "node:path";
import { parseRecord, type RecordFile } from "../domain/adr/parse-record.ts";
import type { Memory } from "../memory/memory.ts";
import { importedSources } from "../memory/reversed-links.ts";
import { readRecordFiles, textReader } from "./record-files.ts";

/** The records that decisions were imported from, as they are now: where they were, or in the folders that are named. */
export async function readImportedFiles(
  memory: Memory,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<RecordFile[]> {
  const sources = await importedSources(memory);
  const moved = new Map<string, RecordFile[]>();
  if (folders.length > 0)
    for (const record of (await readRecordFiles(folders, signal)).records) {
      const key = basename(record.source);
      moved.set(key, [...(moved.get(key) ?? []), record]);
    }
  const readText = textReader();
  const files: RecordFile[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    // A file that is gone, or is no longer one that can be read, says nothing.
    const text = await readText(source).catch(() => undefined);
    const [here, another] = moved.get(basename(source)) ?? [];
    if (text !== undefined) files.push({ ...parseRecord(source, text), source });
    else if (here !== undefined && another === undefined)
      files.push({ ...here, name: source, source });
  }
  return files;
}
