// The phrases of refusals in several languages. cspell:disable
/** Longer texts that begin with an apology usually contain an answer after it. */
const LONGEST_REFUSAL = 500;

// A model that declines says that it cannot do something for the asker; one that reasons says that something cannot be.
const REFUSALS = [
  /\b(?:i(?:'|’)?m|i am) (?:sorry|unable to|not able to)\b[^.]*\b(?:help|assist|comply|answer|provide|continue|do that|rate|discuss|that request)\b/i,
  /\bi (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|will not|must decline)\b(?: to)?[^.]{0,40}\b(?:help|assist|comply|answer|provide|continue|do that|rate|discuss|fulfil|engage|with (?:that|this))\b/i,
  /\bas an ai\b[^.]*\b(?:can(?:'|’)?t|cannot|unable|not able)\b/i,
  /(?:抱歉|对不起|很遗憾)[^。]*(?:无法|不能|不可以)|^我(?:无法|不能)(?:回答|提供|协助|帮助|满足)/,
  /\b(?:tut mir leid|entschuldigung)\b[^.]*\b(?:kann|darf)\b[^.]*\bnicht\b/i,
  /\b(?:je suis désolée?|désolée?)\b[^.]*\b(?:ne (?:peux|puis) pas)\b/i,
  /\blo siento\b[^.]*\bno puedo\b/i,
];

/** Whether a text declines to answer. */
export function isRefusal(text: string): boolean {
  return text.length <= LONGEST_REFUSAL && REFUSALS.some((refusal) => refusal.test(text));
}
