import type { AnswerShape } from "./answer-shape.ts";
import { asObject, findJsonObjects, type JsonObject, parseJsonObject } from "./json-objects.ts";
import { isRefusal } from "./refusal.ts";

export type ReadAnswer<Data> = {
  data: Data;
  /** The completion without thinking, otherwise unchanged. */
  text: string;
  /** The completion has no JSON of the shape; its text is the thought. */
  fallback: boolean;
  /** Remarks for the caller about how the answer was read. */
  notes: string[];
};

/** Why a completion cannot be used, as the end of a sentence. */
export type Unusable = { unusable: string; text: string };

type Expected<Data> = {
  shape: AnswerShape<Data>;
  /** The example of the prompt; a model that repeats it has not answered. */
  example?: object | undefined;
};

/** Finds the JSON anywhere in a completion. A completion in prose is one thought. */
export function readAnswer<Data>(
  completion: string,
  { shape, example }: Expected<Data>,
): ReadAnswer<Data> | Unusable {
  const { text, onlyThinking } = stripThinking(completion);
  if (text === "") return { unusable: "is empty", text };
  const found = bestObject(text, shape.keys);
  if (found === undefined) return readProse(text, shape, onlyThinking);
  if (example !== undefined && repeats(found.object, example))
    return { unusable: "only repeats the example of the prompt", text };
  const { data, remarks } = shape.parse(found.object);
  if (!shape.isUsable(data)) return { unusable: "has nothing of what was asked for", text };
  const { thought } = data as { thought?: unknown };
  if (typeof thought === "string" && isRefusal(thought))
    return { unusable: "is a refusal", text: thought };
  return {
    data,
    text,
    fallback: false,
    notes: [...remarks, ...(found.complete ? [] : [CUT_NOTE])],
  };
}

const CUT_NOTE = "The model's answer was cut off; its end is missing.";
const PROSE_NOTE = "The model answered in prose instead of JSON.";
const THINKING_NOTE =
  "The model gave no answer after its thinking; the thinking was taken instead.";
const HTML = /^\s*<(?:!doctype|html|head|body)\b/i;

function readProse<Data>(
  text: string,
  shape: AnswerShape<Data>,
  onlyThinking: boolean,
): ReadAnswer<Data> | Unusable {
  if (HTML.test(text)) return { unusable: "is a web page", text };
  if (text.startsWith("{") && parseJsonObject(text) !== undefined)
    return { unusable: "has nothing of what was asked for", text };
  if (isRefusal(text)) return { unusable: "is a refusal", text };
  const { data } = shape.parse({ thought: text });
  return { data, text, fallback: true, notes: [onlyThinking ? THINKING_NOTE : PROSE_NOTE] };
}

/** Whether the texts of an answer are those of the example. */
function repeats(found: JsonObject, example: object): boolean {
  const shown = Object.entries(example).filter(([, value]) => typeof value === "string");
  return shown.length > 0 && shown.every(([name, value]) => found[name] === value);
}

type Found = { object: JsonObject; complete: boolean };

/** The object with most of the keys, the last of equals, because models correct themselves. */
function bestObject(text: string, keys: readonly string[]): Found | undefined {
  let best: (Found & { score: number }) | undefined;
  for (const candidate of findJsonObjects(text)) {
    if (!keys.some((key) => candidate.text.includes(key))) continue;
    for (const object of withWrapped(parseJsonObject(candidate.text, candidate.complete))) {
      const score = keys.filter((key) => Object.hasOwn(object, key)).length;
      if (score > 0 && score >= (best?.score ?? 0))
        best = { object, score, complete: candidate.complete };
    }
  }
  return best;
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
export function stripThinking(completion: string): { text: string; onlyThinking: boolean } {
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
  if (answer !== "") return { text: answer, onlyThinking: false };
  return { text: completion.replace(TAG, "").trim(), onlyThinking: true };
}
