import { stemmer } from "stemmer";

const STEMS_KEPT = 20_000;
const ENGLISH = /^[a-z]{3,64}$/;
const stems = new Map<string, string>();

/** The stem of an English word by Porter's rules; other words as they are. */
export function stemWord(word: string): string {
  if (!ENGLISH.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  if (stems.size >= STEMS_KEPT) stems.clear();
  stems.set(word, stem);
  return stem;
}
