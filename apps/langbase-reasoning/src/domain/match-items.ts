import { spellings } from "./decision/read-scores.ts";

type Numbered = {
  item?: number | undefined;
  description?: string | undefined;
  content?: string | undefined;
};

/**
 * Puts a model's answers in the order of the items that were asked about: by their number, else by the text that they repeat,
 * else as they come. A note says when some are missing.
 */
export function matchItems<Said extends Numbered>(
  said: readonly Said[],
  texts: readonly string[],
): { matched: (Said | undefined)[]; notes: string[] } {
  const matched =
    byNumber(said, texts.length) ?? byText(said, texts) ?? texts.map((_, index) => said[index]);
  const missing = matched.filter((item) => item === undefined).length;
  return {
    matched,
    notes:
      missing > 0 && said.length > 0
        ? [`The model answered ${texts.length - missing} of ${texts.length} items.`]
        : [],
  };
}

function byNumber<Said extends Numbered>(
  said: readonly Said[],
  count: number,
): (Said | undefined)[] | undefined {
  const places = new Map(said.map((answer) => [answer.item, answer]));
  const areNumbers = [...places.keys()].every(
    (item) => item !== undefined && Number.isInteger(item) && item >= 1 && item <= count,
  );
  if (!areNumbers || places.size < said.length || said.length === 0) return undefined;
  return Array.from({ length: count }, (_, index) => places.get(index + 1));
}

function byText<Said extends Numbered>(
  said: readonly Said[],
  texts: readonly string[],
): (Said | undefined)[] | undefined {
  const textOf = spellings(texts);
  const found = new Map(
    said.flatMap((answer) => {
      const text = textOf(answer.description ?? answer.content ?? "");
      return text === undefined ? [] : [[text, answer] as const];
    }),
  );
  return found.size === 0 ? undefined : texts.map((text) => found.get(text));
}
