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

const ANY: CharacterSet = (1n << BigInt(SAMPLES.length)) - 1n;

/** The set of the sample characters that fulfil a condition. */
function setOf(accepts: (character: string) => boolean): CharacterSet {
  return SAMPLES.reduce(
    (set, sample, bit) => (accepts(sample) ? set | (1n << BigInt(bit)) : set),
    0n,
  );
}

/** A character outside the samples counts as the last of them. */
function setOfCharacter(character: string): CharacterSet {
  const set = setOf((sample) => sample === character);
  return set === 0n ? 1n << BigInt(SAMPLES.length - 1) : set;
}

const CLASSES: Readonly<Record<string, (character: string) => boolean>> = {
  d: (character) => /\d/.test(character),
  w: (character) => /\w/.test(character),
  s: (character) => /\s/.test(character),
};

const NOT_A_LINE_BREAK = setOf((character) => !/[\n\r\u2028]/.test(character));
const EMPTY: RegexNode = { type: "empty" };
const MOST_REPEATS = 1000;

/** Reads what JavaScript, Python and Java patterns have in common; undefined for what is none. */
export function parseRegex(source: string): RegexNode | undefined {
  const reader = new Reader(source);
  const tree = reader.choice();
  return reader.isAtEnd ? tree : undefined;
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  choice(): RegexNode {
    const options = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    return options.length === 1 ? (options[0] ?? EMPTY) : { type: "choice", options };
  }

  #sequence(): RegexNode {
    const parts: RegexNode[] = [];
    while (!this.isAtEnd && this.#peek() !== "|" && this.#peek() !== ")")
      parts.push(this.#repeated());
    return { type: "sequence", parts };
  }

  #repeated(): RegexNode {
    let node = this.#atom();
    for (let bounds = this.#quantifier(); bounds; bounds = this.#quantifier()) {
      if (bounds.isPossessive) return EMPTY;
      node = { type: "repeat", body: node, min: bounds.min, max: bounds.max };
    }
    return node;
  }

  #quantifier(): { min: number; max: number; isPossessive: boolean } | undefined {
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})([?+]?)/.exec(this.#source.slice(this.#at));
    if (!found) return undefined;
    this.#at += found[0].length;
    const [, mark, least, comma, most, mode] = found;
    const isPossessive = mode === "+";
    if (mark) return { min: mark === "+" ? 1 : 0, max: mark === "?" ? 1 : Infinity, isPossessive };
    const min = Math.min(Number(least), MOST_REPEATS);
    return { min, max: comma ? (most ? Number(most) : Infinity) : min, isPossessive };
  }

  #atom(): RegexNode {
    const character = this.#next();
    if (character === "(") return this.#group();
    if (character === "[") return { type: "set", accepts: this.#characterClass() };
    if (character === ".") return { type: "set", accepts: NOT_A_LINE_BREAK };
    if (character === "^" || character === "$") return EMPTY;
    if (character === "\\") return this.#escape();
    return { type: "set", accepts: setOfCharacter(character) };
  }

  #group(): RegexNode {
    const prefix = /^\?(?:P?<[A-Za-z_]\w*>|[a-z]*(?:-[a-z]+)?:|>|<?[=!])/.exec(
      this.#source.slice(this.#at),
    );
    this.#at += prefix?.[0].length ?? 0;
    const body = this.choice();
    this.#take(")");
    const isAssertion = prefix !== null && /[=!]$/.test(prefix[0]);
    // An atomic group never gives back what it took, so it cannot blow up.
    return isAssertion || prefix?.[0] === "?>" ? EMPTY : body;
  }

  #escape(): RegexNode {
    const character = this.#next();
    const known = CLASSES[character.toLowerCase()];
    if (known) {
      const isNegated = character !== character.toLowerCase();
      return { type: "set", accepts: setOf((sample) => known(sample) !== isNegated) };
    }
    if (/[bBAzZG]/.test(character) || /[1-9k]/.test(character)) return this.#skipName(character);
    if (/[pP]/.test(character)) {
      this.#at += /^\{[^}]*\}/.exec(this.#source.slice(this.#at))?.[0].length ?? 1;
      return { type: "set", accepts: setOf((sample) => /\p{L}/u.test(sample)) };
    }
    return { type: "set", accepts: setOfCharacter(this.#escaped(character)) };
  }

  #skipName(character: string): RegexNode {
    if (character === "k") this.#at += /^<\w+>/.exec(this.#source.slice(this.#at))?.[0].length ?? 0;
    return EMPTY;
  }

  #escaped(character: string): string {
    const controls: Record<string, string> = { n: "\n", r: "\r", t: "\t" };
    const code = /^(?:x([\da-f]{2})|u\{?([\da-f]{4,6})\}?)/i.exec(
      character + this.#source.slice(this.#at),
    );
    if (!code) return controls[character] ?? character;
    this.#at += code[0].length - 1;
    const point = Number.parseInt(code[1] ?? code[2] ?? "0", 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : character;
  }

  #characterClass(): CharacterSet {
    const isNegated = this.#take("^");
    let set = 0n;
    for (let isFirst = true; !this.isAtEnd; isFirst = false) {
      const character = this.#next();
      if (character === "]" && !isFirst) break;
      set |= this.#classMember(character);
    }
    return isNegated ? ANY & ~set : set;
  }

  #classMember(character: string): CharacterSet {
    if (character === "\\") {
      const node = this.#escape();
      return node.type === "set" ? node.accepts : 0n;
    }
    const range = /^-([^\]\\])/.exec(this.#source.slice(this.#at))?.[1];
    if (range === undefined) return setOfCharacter(character);
    this.#at += 2;
    return setOf((sample) => sample >= character && sample <= range);
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #next(): string {
    const character = this.#source[this.#at] ?? "";
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}
