const WORD = /[a-z][a-z0-9+#]*|\d{3,}/g;
const CAMEL = /(?<=[a-z0-9])(?=[A-Z])/g;
const SUFFIXES: readonly [RegExp, string][] = [
  [/ies$/, "y"],
  [/(?:es|ed|er)$/, ""],
  [/(?:s|d|r)$/, ""],
  [/ing$/, ""],
  [/ing$/, "e"],
  [/ly$/, ""],
];
const LONGEST_TEXT = 8_000;

/** The places of a text's words in a table. A word that is not in it counts by its stem, if that is. */
export function wordPlaces(text: string, places: ReadonlyMap<string, number>): number[] {
  const plain = text.slice(0, LONGEST_TEXT).normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const found: number[] = [];
  for (const word of plain.toLowerCase().match(WORD) ?? []) {
    const place = placeOf(word, places);
    if (place !== undefined) found.push(place);
  }
  // "camelCase" is one unknown word above, and two known ones here.
  for (const [compound] of plain.matchAll(/(?<![a-z0-9])[a-z0-9]+(?:[A-Z][a-z0-9]+)+/g)) {
    if (places.has(compound.toLowerCase())) continue;
    for (const part of compound.split(CAMEL)) {
      const place = placeOf(part.toLowerCase(), places);
      if (place !== undefined) found.push(place);
    }
  }
  return found;
}

function placeOf(word: string, places: ReadonlyMap<string, number>): number | undefined {
  const whole = places.get(word);
  if (whole !== undefined || word.length < 4) return whole;
  for (const [suffix, ending] of SUFFIXES) {
    if (!suffix.test(word)) continue;
    const stem = places.get(word.replace(suffix, ending));
    if (stem !== undefined) return stem;
  }
  return undefined;
}
