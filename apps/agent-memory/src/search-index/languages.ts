/** The languages that words are stemmed in besides English, each with the name that Snowball has for it. */
const STEMMERS = {
  da: "danish",
  de: "german",
  es: "spanish",
  fi: "finnish",
  fr: "french",
  hu: "hungarian",
  it: "italian",
  nl: "dutch",
  no: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  sv: "swedish",
  tr: "turkish",
} as const;
export type Language = keyof typeof STEMMERS;
export const LANGUAGES = Object.keys(STEMMERS) as Language[];

/** Words that occur in nearly every sentence of a language and seldom in another. */
const COMMON = {
  da: "og ikke det på jeg til med som af er den fra vi skal blive",
  de: "der die das und ist nicht ein eine einen wird werden mit für von auf dem den zu im sich bei wie wir oder über nach wer was wo statt jede jeder keine",
  es: "el la los las una que del por para con se está son cómo más pero como sobre sin dónde quién es",
  fi: "ja on ei se että ovat mutta kun joka miten",
  fr: "le la les des une est et pour dans qui que sur avec pas du au aux ne ce sont nous par être quand où comment faut il chaque en un",
  hu: "az egy és hogy nem van ezt meg mert vagy hogyan",
  it: "il lo gli una che di del della per con non sono è come più dove quando nel",
  nl: "het een en van niet zijn voor met op dat wordt worden bij ook naar hoe wie",
  no: "og ikke det på jeg til med som av er den fra vi skal bli",
  pt: "o os as uma que do da dos das para com não são é como mais mas por onde quando em",
  ro: "și nu este care pentru din cu la sunt mai unde",
  ru: "",
  sv: "och inte det på jag till med som av är den från vi ska bli att ett",
  tr: "ve bir bu için ile değil olarak ne nasıl",
} satisfies Record<Language, string>;
const ENGLISH =
  "the a an and is are of to in for on with that we our not by it this be as at from or what how do does";

const languagesOfWord = new Map<string, Language[]>();
for (const language of LANGUAGES)
  for (const word of COMMON[language].split(" ").filter((one) => one !== ""))
    languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), language]);
const english = new Set(ENGLISH.split(" "));

const CYRILLIC = /\p{sc=Cyrillic}/u;
/** The beginning of a text is enough to tell its language. */
const LOOKED_AT = 4_000;

/** The language of a text, if it is one that is stemmed, and not English. */
export function languageOf(text: string): Language | undefined {
  const start = text.slice(0, LOOKED_AT);
  if (CYRILLIC.test(start)) return "ru";
  const words =
    start
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const counts = new Map<Language, number>();
  let englishWords = 0;
  for (const word of words) {
    if (english.has(word)) englishWords += 1;
    for (const language of languagesOfWord.get(word) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  let best: Language | undefined;
  let most = englishWords;
  for (const [language, count] of counts) if (count > most) [best, most] = [language, count];
  return best;
}

/** Whether a word says nothing in this language. */
export function isCommonIn(word: string, language: Language): boolean {
  return languagesOfWord.get(word)?.includes(language) ?? false;
}

type Stemmer = { stem(word: string): string };
const stemmers = new Map<Language, Stemmer>();
let snowball: Promise<{ newStemmer(language: string): Stemmer }> | undefined;

/** Stemmers are large, so they are loaded when the first text in another language comes. */
export async function loadStemmers(languages: Iterable<Language | undefined>): Promise<void> {
  for (const language of languages) {
    if (language === undefined || stemmers.has(language)) continue;
    snowball ??= import("snowball-stemmers").then((module) => module.default);
    stemmers.set(language, (await snowball).newStemmer(STEMMERS[language]));
  }
}

/** The stem of a word in lower case, with its accents; the stemmer must have been loaded. */
export function stemIn(language: Language, word: string): string {
  const stemmer = stemmers.get(language);
  if (stemmer === undefined) throw new Error(`The stemmer of ${language} is not loaded.`);
  return stemmer.stem(word);
}
