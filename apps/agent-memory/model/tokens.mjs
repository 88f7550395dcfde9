const STOP_WORDS = new Set(
  `a an the and or but of to in on at by for with from as is are was were be been being do does did not no nor
  so than that this these those it its we our us you your they them their he she his her i my me who whom which
  what when where why how if then else there here can could should would may might must will shall have has had
  about into over under between out up down off again more most very just also only own same too any all each
  every some such other another`.split(/\s+/),
);
const SMOOTHING = 1e-4;
const UNRANKED = 60_000;

/** The telling words of a text, as src/embedding/text-words.ts cuts them. */
export function tokens(text) {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z][a-z0-9+#]*/g);
  return (words ?? []).filter((word) => !STOP_WORDS.has(word));
}

export function isStopWord(word) {
  return STOP_WORDS.has(word);
}

/** Smooth inverse frequency, with the frequency taken from the rank by Zipf's law. */
export function wordWeight(rank = UNRANKED) {
  return SMOOTHING / (SMOOTHING + 0.1 / (rank + 10));
}
