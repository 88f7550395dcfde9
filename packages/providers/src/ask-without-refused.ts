import { HttpFailure } from "./http-failure.ts";
import { readVendorError } from "./vendor-error.ts";

/** The parameters that a server may refuse, each with the words by which it names it in its error. */
export type OptionalParameters = Readonly<Record<string, RegExp>>;

export const OPTIONAL_PARAMETERS: OptionalParameters = {
  temperature: /\btemperature\b/i,
  reasoning_effort: /reasoning|thinking|\beffort\b/i,
  reasoning: /reasoning|thinking|\beffort\b/i,
  response_format: /response_format|json_schema|structured output/i,
  text: /\btext\.format|json_schema|structured output/i,
  stream_options: /stream_options/i,
  max_tokens: /\bmax_tokens\b[^\n]{0,200}(not supported|unsupported|use 'max_completion_tokens')/i,
};

/**
 * Asks, and asks again without a parameter that the server refuses by name: hundreds of models stand behind one protocol,
 * and no list knows which takes what. Every other failure is thrown.
 */
export async function askWithoutRefused<Body extends object, Answer>(
  body: Body,
  ask: (body: Body) => Promise<Answer>,
): Promise<{ answer: Answer; refused: string[] }> {
  const refused: string[] = [];
  let left = body;
  for (;;) {
    try {
      return { answer: await ask(left), refused };
    } catch (error) {
      const name = refusedParameter(error, left);
      if (name === undefined) throw error;
      refused.push(name);
      const { [name as keyof Body]: _, ...rest } = left;
      left = rest as Body;
    }
  }
}

function refusedParameter(error: unknown, body: object): string | undefined {
  if (!(error instanceof HttpFailure) || error.kind !== "http") return undefined;
  if (error.status !== 400 && error.status !== 422) return undefined;
  const { message } = readVendorError(error.bodyText);
  return Object.entries(OPTIONAL_PARAMETERS).find(
    ([name, words]) => name in body && words.test(message),
  )?.[0];
}
