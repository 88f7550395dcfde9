import type { Context } from "../context.ts";
import { shorten } from "../domain/decision.ts";
import { findDecisions, type StoredDecision } from "../store/decisions.ts";

type RenderLimits = {
  /** Most characters of the whole text. */
  longest: number;
  /** Most characters of one decision. */
  longestEach?: number;
};

/** These decisions as a list for a model, in the given order; as many as fit. */
export async function renderFound(
  { storage }: Context,
  ids: readonly string[],
  limits: RenderLimits,
): Promise<string> {
  const stored = new Map(
    (await storage.read((tx) => findDecisions(tx, ids))).map((one) => [one.id, one]),
  );
  const decisions = ids.flatMap((id) => stored.get(id) ?? []);
  return fitLines(
    decisions.map((decision) => renderLine(decision, limits.longestEach ?? limits.longest)),
    limits.longest,
  );
}

/** One decision in one line: what, about what, why, what follows, and how to name it in a call. */
export function renderLine(decision: StoredDecision, longest: number): string {
  const { title, target, rationale, consequences, status, id } = decision;
  const standing = status === "active" ? "" : `, ${status}`;
  const head = `- ${title} (${target}${standing}; ${id})`;
  const reasons = [rationale, ...consequences].map(withFullStop).join(" ");
  return shorten(`${head}: ${reasons}`, longest);
}

/** As many lines from the start as fit into so many characters. */
export function fitLines(lines: readonly string[], longest: number): string {
  let text = "";
  for (const line of lines) {
    const longer = text === "" ? line : `${text}\n${line}`;
    if (longer.length > longest) break;
    text = longer;
  }
  return text;
}

function withFullStop(sentence: string): string {
  const text = sentence.trim();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
