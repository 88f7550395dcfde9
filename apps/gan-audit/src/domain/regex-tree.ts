/** A regular expression as far as its matching time depends on it. */
export type RegexNode =
  | { type: "empty" }
  | { type: "set"; accepts: CharacterSet }
  | { type: "sequence"; parts: RegexNode[] }
  | { type: "choice"; options: RegexNode[] }
  | { type: "repeat"; body: RegexNode; min: number; max: number };

/** Membership of the sample characters, one bit each: enough to see whether two sets overlap. */
export type CharacterSet = bigint;

// One representative of every kind of character that patterns distinguish, and those that they name.
const SAMPLES = [
  ...Array.from({ length: 95 }, (_, offset) => String.fromCharCode(32 + offset)),
  "\t",
  "\n",
  "\r",
  "é",
  "\u2028",
  "中",
];

export const ANY: CharacterSet = (1n << BigInt(SAMPLES.length)) - 1n;

/** The set of the sample characters that fulfil a condition. */
export function setOf(accepts: (character: string) => boolean): CharacterSet {
  return SAMPLES.reduce(
    (set, sample, bit) => (accepts(sample) ? set | (1n << BigInt(bit)) : set),
    0n,
  );
}

/** A character outside the samples counts as the last of them. */
export function setOfCharacter(character: string): CharacterSet {
  const set = setOf((sample) => sample === character);
  return set === 0n ? 1n << BigInt(SAMPLES.length - 1) : set;
}
