export type ContextLimits = { maxTokens?: number; providedTokens?: number };

const LIMIT_FORMS = [
  // Anthropic: "prompt is too long: 210000 tokens > 200000 maximum"
  /(?<provided>[\d,]+) tokens? > (?<max>[\d,]+)/i,
  // Anthropic: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"
  /(?<provided>[\d,]+) \+ (?<more>[\d,]+) > (?<max>[\d,]+)/,
  // Google: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)"
  /token count \(?(?<provided>[\d,]+)\)? exceeds .*?\(?(?<max>[\d,]+)\)?/is,
  // OpenAI, OpenRouter, vLLM: "maximum context length is 128000 tokens. However, … 150000 tokens"; xAI: "maximum prompt length is 131072 but the request contains 140000 tokens"
  /maximum (?:context|prompt) length is (?<max>[\d,]+)(?:.*?(?<provided>[\d,]+) (?:input )?tokens)?/is,
  // llama.cpp: "request (12345 tokens) exceeds the available context size (8192 tokens)"
  /\((?<provided>[\d,]+) tokens?\) exceeds .*?\((?<max>[\d,]+)/is,
  // vLLM: "The decoder prompt (length 5000) is longer than the maximum model length of 4096"
  /length (?<provided>[\d,]+)\) is longer than the maximum model length of (?<max>[\d,]+)/i,
];

/** The window and the size of the request, from a vendor's sentence about a context overflow. */
export function readContextLimits(message: string): ContextLimits {
  for (const form of LIMIT_FORMS) {
    const groups = form.exec(message)?.groups;
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
