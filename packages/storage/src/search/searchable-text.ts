// Scripts written without spaces between words.
const UNSPACED =
  /(?:(?=[\p{L}\p{M}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])+/gu;
const WORD = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;

/**
 * Text as the index takes it. A run of an unspaced script becomes its characters and its pairs of
 * neighbours, so that any part of it can be found without a dictionary.
 */
export function searchableText(text: string): string {
  return text.normalize("NFKC").replace(UNSPACED, (run) => {
    const characters = [...run];
    return ` ${[...characters, ...pairs(characters)].join(" ")} `;
  });
}

/** The words to look for: of an unspaced run its pairs, which say more than single characters. */
export function searchableWords(text: string): string[] {
  const spaced = text.normalize("NFKC").replace(UNSPACED, (run) => {
    const characters = [...run];
    return ` ${(characters.length === 1 ? characters : pairs(characters)).join(" ")} `;
  });
  return spaced.toLowerCase().match(WORD) ?? [];
}

function pairs(characters: string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
