import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../../corpus/messages.jsonl", import.meta.url);

/** A message that was answered wrongly once, or shows a corner of the protocol. */
export type KeptMessage = {
  why: string;
  /** The line as text, or as base64 if it is not text. */
  text?: string;
  base64?: string;
};

export function readCorpus(): KeptMessage[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as KeptMessage);
}

export function bytesOf({ text, base64 }: KeptMessage): Buffer {
  return base64 === undefined ? Buffer.from(text ?? "") : Buffer.from(base64, "base64");
}

/** Adds what is not there yet. */
export function addToCorpus(found: readonly { why: string; bytes: Buffer }[]): void {
  const corpus = readCorpus();
  const known = new Set(corpus.map((kept) => bytesOf(kept).toString("base64")));
  const added = found.filter(({ bytes }) => !known.has(bytes.toString("base64")));
  const lines = [...corpus, ...added.map(({ why, bytes }) => keep(why, bytes))];
  writeFileSync(file, lines.map((kept) => `${JSON.stringify(kept)}\n`).join(""));
}

function keep(why: string, bytes: Buffer): KeptMessage {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes)
    ? { why, text }
    : { why, base64: bytes.toString("base64") };
}
