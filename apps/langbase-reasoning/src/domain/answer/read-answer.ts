import type { AnswerShape } from "./answer-shape.ts";
import { asObject, findJsonObjects, type JsonObject, parseJsonObject } from "./json-objects.ts";

export type ReadAnswer<Data> = {
  data: Data;
  /** The completion without thinking, otherwise unchanged. */
  text: string;
  /** The completion has no JSON of the shape; its text is the thought. */
  fallback: boolean;
};

/** Finds the JSON anywhere in a completion. A completion without JSON is one thought. */
export function readAnswer<Data>(completion: string, shape: AnswerShape<Data>): ReadAnswer<Data> {
  const text = stripThinking(completion);
  const found = bestObject(text, shape.keys);
  if (found !== undefined) return { data: shape.parse(found), text, fallback: false };
  return { data: shape.parse({ thought: text }), text, fallback: true };
}

/** The object with most of the keys, the last of equals, because models correct themselves. */
function bestObject(text: string, keys: readonly string[]): JsonObject | undefined {
  let best: { object: JsonObject; score: number } | undefined;
  for (const candidate of findJsonObjects(text)) {
    if (!keys.some((key) => candidate.text.includes(key))) continue;
    for (const object of withWrapped(parseJsonObject(candidate.text, candidate.complete))) {
      const score = keys.filter((key) => Object.hasOwn(object, key)).length;
      if (score > 0 && score >= (best?.score ?? 0)) best = { object, score };
    }
  }
  return best?.object;
}

/** Some models wrap the answer: `{"result": {…}}`, or an object as a string. */
function withWrapped(object: JsonObject | undefined): JsonObject[] {
  if (object === undefined) return [];
  const inner = Object.values(object).map((value) =>
    typeof value === "string" && value.trimStart().startsWith("{")
      ? parseJsonObject(value)
      : asObject(value),
  );
  return [...inner.filter((value) => value !== undefined), object];
}

const TAG = /<(\/?)(?:think|thinking|reasoning|scratchpad)>/gi;

/** Removes the thinking that some models write before the answer. Thinking alone counts as the answer. */
export function stripThinking(completion: string): string {
  let kept = "";
  let from = 0;
  let isThinking = false;
  for (const tag of completion.matchAll(TAG)) {
    const isClosing = tag[1] === "/";
    // Some servers drop the opening tag: everything before a stray closing one was thinking.
    if (isClosing && !isThinking) kept = "";
    else if (!isClosing && !isThinking) kept += completion.slice(from, tag.index);
    isThinking = !isClosing;
    from = tag.index + tag[0].length;
  }
  const answer = (isThinking ? kept : kept + completion.slice(from)).trim();
  return answer === "" ? completion.replace(TAG, "").trim() : answer;
}
