export type ContextLimits = { maxTokens?: number; providedTokens?: number };

const LIMIT_FORMS = [
  // Anthropic: "prompt is too long: 210000 tokens > 200000 maximum"
  /(?<provided>[\d,]{1,15}) tokens? > (?<max>[\d,]{1,15})/i,
  // Anthropic: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"
  /(?<provided>[\d,]{1,15}) \+ (?<more>[\d,]{1,15}) > (?<max>[\d,]{1,15})/,
  // Google: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)"
  /token count \(?(?<provided>[\d,]{1,15})\)? exceeds .{0,300}?\(?(?<max>[\d,]{1,15})\)?/is,
  // OpenAI, OpenRouter, vLLM: "maximum context length is 128000 tokens. However, … 150000 tokens"; xAI: "maximum prompt length is 131072 but the request contains 140000 tokens"
  /maximum (?:context|prompt) length is (?<max>[\d,]{1,15})(?:.{0,300}?(?<provided>[\d,]{1,15}) (?:input )?tokens)?/is,
  // llama.cpp: "request (12345 tokens) exceeds the available context size (8192 tokens)"
  /\((?<provided>[\d,]{1,15}) tokens?\) exceeds .{0,300}?\((?<max>[\d,]{1,15})/is,
  // vLLM: "The decoder prompt (length 5000) is longer than the maximum model length of 4096"
  /length (?<provided>[\d,]{1,15})\) is longer than the maximum model length of (?<max>[\d,]{1,15})/i,
];

const LONGEST_SENTENCE = 4_000;

/** The window and the size of the request, from a vendor's sentence about a context overflow. */
export function readContextLimits(message: string): ContextLimits {
  const sentence = message.slice(0, LONGEST_SENTENCE);
  for (const form of LIMIT_FORMS) {
    const groups = form.exec(sentence)?.groups;
    if (groups === undefined) continue;
    const maxTokens = count(groups["max"]);
    const provided = count(groups["provided"]);
    const more = count(groups["more"]) ?? 0;
    return {
      ...(maxTokens !== undefined && { maxTokens }),
      ...(provided !== undefined && { providedTokens: provided + more }),
    };
  }
  return {};
}

function count(digits: string | undefined): number | undefined {
  const value = Number(digits?.replaceAll(",", "") || Number.NaN);
  return Number.isSafeInteger(value) ? value : undefined;
}
