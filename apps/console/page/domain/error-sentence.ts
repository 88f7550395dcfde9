/** The sentence for a person in a tool's error, which each server gives in the shape of its own contract. */
export function errorSentence(structured: unknown, text: string): string {
  const told = sentenceIn(structured) ?? sentenceIn(parsed(text));
  return told ?? text;
}

function sentenceIn(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (typeof value !== "object" || value === null) return undefined;
  const { message, error, details, hint } = value as Record<string, unknown>;
  const main = sentenceIn(message) ?? sentenceIn(error) ?? sentenceIn(details);
  if (main === undefined) return undefined;
  return typeof hint === "string" && !main.includes(hint) ? `${main} ${hint}` : main;
}

function parsed(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
