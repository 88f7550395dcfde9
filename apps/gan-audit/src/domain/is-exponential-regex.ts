import { type CharacterSet, parseRegex, type RegexNode } from "./parse-regex.ts";

// Positions squared are walked; larger loops are not judged.
const MOST_POSITIONS = 220;
const MOST_UNROLLED = 3;
const LARGE = 15;

type Fragment = { nullable: boolean; first: number[]; last: number[] };

/**
 * Whether some text can be matched in exponentially many ways: one state of the pattern's automaton is reached
 * again by two different ways that read the same characters. Such ways stay inside one loop, so each outermost loop is
 * judged for itself. Undefined when one of them is too large to judge.
 */
export function isExponentialRegex(source: string): boolean | undefined {
  const tree = parseRegex(source);
  if (!tree) return false;
  const verdicts = outermostLoops(tree).map((loop) => {
    const automaton = new Automaton();
    return automaton.build(loop) && automaton.isAmbiguous();
  });
  return verdicts.includes(true) || (verdicts.includes(undefined) ? undefined : false);
}

function outermostLoops(node: RegexNode): RegexNode[] {
  switch (node.type) {
    case "sequence":
      return node.parts.flatMap(outermostLoops);
    case "choice":
      return node.options.flatMap(outermostLoops);
    case "repeat":
      return isLoop(node) ? [node] : outermostLoops(node.body);
    default:
      return [];
  }
}

type Repeat = Extract<RegexNode, { type: "repeat" }>;

/** A large upper bound blows up like none at all. */
const isLoop = ({ max }: Repeat): boolean => max > LARGE;

class Automaton {
  readonly #sets: CharacterSet[] = [];
  readonly #follow: Set<number>[] = [];
  #doubled = false;

  /** Undefined when the pattern is too large. */
  build(node: RegexNode): Fragment | undefined {
    switch (node.type) {
      case "empty":
        return { nullable: true, first: [], last: [] };
      case "set":
        return this.#position(node.accepts);
      case "sequence":
        return this.#sequence(node.parts);
      case "choice":
        return this.#choice(node.options);
      default:
        return this.#repeat(node);
    }
  }

  #position(accepts: CharacterSet): Fragment | undefined {
    if (this.#sets.length >= MOST_POSITIONS) return undefined;
    this.#sets.push(accepts);
    this.#follow.push(new Set());
    const at = this.#sets.length - 1;
    return { nullable: false, first: [at], last: [at] };
  }

  #sequence(parts: readonly RegexNode[]): Fragment | undefined {
    let whole: Fragment = { nullable: true, first: [], last: [] };
    for (const part of parts) {
      const next = this.build(part);
      if (!next) return undefined;
      this.#connect(whole.last, next.first);
      whole = {
        nullable: whole.nullable && next.nullable,
        first: whole.nullable ? [...whole.first, ...next.first] : whole.first,
        last: next.nullable ? [...whole.last, ...next.last] : next.last,
      };
    }
    return whole;
  }

  #choice(options: readonly RegexNode[]): Fragment | undefined {
    const whole: Fragment = { nullable: false, first: [], last: [] };
    for (const option of options) {
      const built = this.build(option);
      if (!built) return undefined;
      whole.nullable ||= built.nullable;
      whole.first.push(...built.first);
      whole.last.push(...built.last);
    }
    return whole;
  }

  #repeat(node: Repeat): Fragment | undefined {
    const { body, min, max } = node;
    if (max <= 1) {
      const built = this.build(body);
      return built && { ...built, nullable: built.nullable || min === 0 };
    }
    const loops = isLoop(node);
    const copies = Math.max(1, Math.min(loops ? min : max, MOST_UNROLLED));
    const optional: RegexNode = { type: "repeat", body, min: 0, max: 1 };
    const parts = Array.from({ length: copies }, (_, copy) =>
      loops || copy < min ? body : optional,
    );
    const built = this.#sequence(parts);
    if (!built) return undefined;
    if (loops) this.#close(built);
    return { ...built, nullable: built.nullable || min === 0 };
  }

  /** Leads the end of a loop's body back to its start; `(a+)+` already had that way, so has it twice now. */
  #close({ first, last }: Fragment): void {
    this.#doubled ||= last.some((from) => first.some((to) => this.#follow[from]?.has(to)));
    this.#connect(last, first);
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const start of from) for (const end of to) this.#follow[start]?.add(end);
  }

  isAmbiguous(): boolean {
    if (this.#doubled) return true;
    const states = this.#sets.keys();
    for (const state of states) if (this.#forks(state)) return true;
    return false;
  }

  /** From (q, q) two different ways over the same characters, and both back to q. */
  #forks(state: number): boolean {
    const seen = new Set<number>();
    const queue: [number, number, boolean][] = [[state, state, false]];
    const size = this.#sets.length;
    while (queue.length > 0) {
      const [left, right, isSplit] = queue.pop() as [number, number, boolean];
      for (const nextLeft of this.#follow[left] ?? [])
        for (const nextRight of this.#follow[right] ?? []) {
          if (((this.#sets[nextLeft] ?? 0n) & (this.#sets[nextRight] ?? 0n)) === 0n) continue;
          const split = isSplit || nextLeft !== nextRight;
          if (split && nextLeft === state && nextRight === state) return true;
          const key = ((nextLeft * size + nextRight) << 1) | Number(split);
          if (seen.has(key)) continue;
          seen.add(key);
          queue.push([nextLeft, nextRight, split]);
        }
    }
    return false;
  }
}
