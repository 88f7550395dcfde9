const LONGEST_SENTENCE = 2_000;
const MOST_SENTENCES = 20_000;

/** The sentences of a text, without the white space around them. Very long ones are cut, and so are very many: rules look at wording, not at data. */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？;])\s+|\n+/u)
    .map((sentence) => sentence.trim().slice(0, LONGEST_SENTENCE))
    .filter((sentence) => sentence !== "")
    .slice(0, MOST_SENTENCES);
}
