/** @import { Decision, Question } from "./memory-questions.mjs" */

const FILLERS = [
  "Yesterday we talked about several things in the weekly call and nobody wrote them down properly.",
  "Please read the attached message before lunch, because the customer will call again this afternoon.",
  "There were also some remarks on the budget, on the new office chairs and on the summer party.",
  "I copied the following from an old message, so the formatting may look strange in places.",
  "Let me know if something is missing, otherwise I will close this thread at the end of the week.",
  "The second page of the document is still empty and will be filled by somebody from marketing.",
];

/**
 * A generator of whole numbers below a limit that always gives the same ones.
 * @param {string} seed
 */
export function randomFrom(seed) {
  let state = 7;
  for (const character of seed)
    state = (state * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return (/** @type {number} */ below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/**
 * The two longest words of the title, or of the rationale when the title has only one, each with one letter swapped, left out,
 * doubled or replaced.
 * @param {Decision} decision
 * @returns {Question}
 */
export function withTypos({ title, rationale }) {
  const random = randomFrom(title);
  const words = `${title} ${rationale}`.match(/[A-Za-z]{6,}/g) ?? [];
  const inTitle = title.match(/[A-Za-z]{6,}/g) ?? [];
  const byLength = (/** @type {string} */ left, /** @type {string} */ right) =>
    right.length - left.length;
  const chosen = [...new Set([...inTitle.toSorted(byLength), ...words.toSorted(byLength)])];
  const query = chosen
    .slice(0, 2)
    .map((word) => mistype(word, random))
    .join(" ");
  return { query, answer: title };
}

/**
 * @param {string} word
 * @param {(below: number) => number} random
 */
function mistype(word, random) {
  const at = 1 + random(word.length - 2);
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const kinds = [
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
    before + "abcdefghijklmnopqrstuvwxyz".charAt(random(26)) + after,
  ];
  return kinds[random(kinds.length)] ?? word;
}

/**
 * About ninety words in which the rationale stands at the beginning, in the middle or at the end.
 * @param {Decision} decision
 * @param {number} place
 * @param {number} number
 * @returns {Question}
 */
export function paragraphWith({ title, rationale }, place, number) {
  const fillers = Array.from({ length: 4 }, (_, at) => FILLERS[(number + at) % FILLERS.length]);
  const before = [0, 2, 4][place] ?? 0;
  const query = [...fillers.slice(0, before), rationale, ...fillers.slice(before)].join(" ");
  return { query, answer: title };
}
