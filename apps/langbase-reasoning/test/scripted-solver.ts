import { createHash } from "node:crypto";
import { seededRandom } from "@faculties/testkit";
import type { RecordedRequest } from "@faculties/testkit/emulators";
import { isSolvable, movesOf, numbersLeft, stateText } from "./game-of-24.ts";
import { messagesOf } from "./scripted-answers.ts";

type Skill = {
  /** How much likelier a step that keeps the puzzle solvable is than any other; 1 is a blind guess. */
  skill: number;
  /** The share of states that are judged right. */
  accuracy: number;
  seed: number;
};

const PROBLEM = /from the numbers ([\d ]+),/;

/** A model of known skill at the Game of 24: it proposes steps at random and judges them with mistakes. */
export function scriptedSolver({ skill, accuracy, seed }: Skill) {
  // Each request has its own chance, so that the order in which requests arrive does not matter.
  let random = seededRandom(seed);
  return (request: RecordedRequest): string => {
    const { user } = messagesOf(request);
    random = seededRandom(seed + hash(user));
    return user.startsWith("Operation: score") ? judge(user) : propose(user);
  };

  function hash(text: string): number {
    return createHash("sha256").update(text).digest().readUInt32BE();
  }

  function propose(user: string): string {
    const count = Number(/Give (\d+)/.exec(user)?.[1] ?? 1);
    const state = /<thought>\n([\s\S]*?)\n<\/thought>/.exec(user)?.[1] ?? "";
    const numbers =
      (PROBLEM.test(state) ? undefined : numbersLeft(state)) ??
      (PROBLEM.exec(user)?.[1] ?? "").trim().split(" ").map(Number);
    const present =
      /<present_continuations>\n([\s\S]*?)\n<\/present_continuations>/.exec(user)?.[1] ?? "";
    const moves = movesOf(numbers)
      .filter(({ text, rest }) => !present.includes(stateText(text, rest)))
      .map((move) => ({
        ...move,
        weight: isSolvable(move.rest) ? skill : 1,
      }));
    const nodes: { content: string; confidence: number }[] = [];
    while (nodes.length < count && moves.length > 0) {
      const index = draw(moves.map(({ weight }) => weight));
      const [move] = moves.splice(index, 1);
      if (move !== undefined)
        nodes.push({ content: stateText(move.text, move.rest), confidence: 0.5 });
    }
    return JSON.stringify({ nodes });
  }

  function judge(user: string): string {
    const several = [...user.matchAll(/<thought_(\d+)>\n([\s\S]*?)\n<\/thought_\1>/g)].map(
      ([, , text = ""]) => text,
    );
    const alone = /<thought>\n([\s\S]*?)\n<\/thought>/.exec(user)?.[1];
    const ratings = (several.length > 0 ? several : [alone ?? ""]).map((text, index) => {
      const score = rate(numbersLeft(text.split("\n").at(-1) ?? "") ?? []);
      return {
        item: index + 1,
        relevance: score,
        validity: score,
        depth: score,
        novelty: score,
        rationale: "",
      };
    });
    return JSON.stringify(several.length > 0 ? { ratings } : ratings[0]);
  }

  function rate(numbers: readonly number[]): number {
    const isGood = isSolvable(numbers);
    // Arithmetic needs no judgement: a single number is 24 or it is not.
    if (numbers.length === 1) return isGood ? 1 : 0;
    const says = random() < accuracy ? isGood : !isGood;
    return (says ? 0.6 : 0.1) + random() * 0.2;
  }

  function draw(weights: readonly number[]): number {
    let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      left -= weight;
      if (left <= 0) return index;
    }
    return weights.length - 1;
  }
}
