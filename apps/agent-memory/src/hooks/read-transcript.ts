import { open } from "node:fs/promises";

/** The messages, and the tools that were called, in the order of the conversation. */
export type Turn = { user: string } | { tool: string };

/** The end of a long conversation is enough. */
const MOST_BYTES = 512 * 1024;

const DECIDING =
  /\b(?:we|let's|lets|i)(?:'ll| will| shall| have| should)? (?:just |now )?(?:decided?|agreed?|chose|choose|settled?|go with|going with|use|stick (?:to|with)|switch(?:ed)? to|moved? to|standardize)\b|\b(?:from now on|decision:|instead of using|always use|never use|use \S+ instead)\b/i;
const RECORDING = /(?:record_decision|supersede_decision)$/;

/** Reads the JSON lines that an agent keeps of a conversation; lines of other shapes are skipped. */
export async function readTurns(file: string): Promise<Turn[]> {
  const handle = await open(file, "r").catch(() => undefined);
  if (handle === undefined) return [];
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - MOST_BYTES);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(size - start),
      position: start,
    });
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    return lines.flatMap(turnsIn);
  } finally {
    await handle.close();
  }
}

/** Whether a person decided something after the last time that a decision was recorded. */
export function isUnrecorded(turns: readonly Turn[]): boolean {
  const recorded = turns.findLastIndex((turn) => "tool" in turn && RECORDING.test(turn.tool));
  return turns.slice(recorded + 1).some((turn) => "user" in turn && DECIDING.test(turn.user));
}

function turnsIn(line: string): Turn[] {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return [];
  }
  if (!isRecord(entry)) return [];
  const message = isRecord(entry["message"]) ? entry["message"] : entry;
  const { role = entry["type"], content } = message;
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  const tools = parts.filter(({ type }) => type === "tool_use").map(({ name }) => String(name));
  if (role !== "user") return tools.map((tool) => ({ tool }));
  const texts = typeof content === "string" ? [content] : parts.map(({ text }) => text);
  return texts.flatMap((text) => (typeof text === "string" ? [{ user: text }] : []));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
