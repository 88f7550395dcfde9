import { resultText, type TestServer, waitUntil } from "@faculties/testkit";
import type { Example } from "./example.ts";
import { type Bindings, fillPlaceholders } from "./placeholders.ts";

/** The answer of a server to a call of a page; a call with `until` is repeated. */
export async function answerTo(server: TestServer, example: Example, bindings: Bindings) {
  const { tool, until } = example;
  const input = fillPlaceholders(example.arguments, bindings) as Record<string, unknown>;
  const ask = async () => {
    const result = await server.call(tool, input);
    return result.structuredContent ?? resultText(result);
  };
  if (until === undefined) return ask();
  const { path, value } = until;
  const what = `${tool} to answer with ${path.join(".")} ${value}`;
  return waitUntil(
    async () => {
      const answer = await ask();
      return String(valueAt(answer, path)) === value ? answer : undefined;
    },
    { what },
  );
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) => (found as Record<string, unknown> | undefined)?.[key],
    value,
  );
}
