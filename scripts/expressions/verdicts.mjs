import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const FILE = "scripts/expressions/verdicts.json";

export function keyOf({ source, flags }) {
  return createHash("sha256").update(`/${source}/${flags}`).digest("hex").slice(0, 12);
}

/** Earlier verdicts on expressions, by their keys. */
export function readVerdicts() {
  const lists = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
  return new Map(
    Object.entries(lists).flatMap(([verdict, keys]) => keys.map((key) => [key, verdict])),
  );
}

export function writeVerdicts(verdicts) {
  const lists = {};
  for (const [key, verdict] of [...verdicts].toSorted()) (lists[verdict] ??= []).push(key);
  const ordered = Object.fromEntries(Object.entries(lists).toSorted());
  writeFileSync(FILE, `${JSON.stringify(ordered, null, 2)}\n`);
}
