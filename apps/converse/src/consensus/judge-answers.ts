import { randomBytes } from "node:crypto";
import type { Conclusion } from "@faculties/schemas/converse/conclusion";
import type { Notice } from "@faculties/schemas/converse/notice";
import { JUDGE_SYSTEM, judgePrompt, parseVerdict, VERDICT_FORMAT } from "../domain/judge-prompt.ts";
import { usd } from "../domain/usage-totals.ts";
import { type Asking, type ModelAnswer, type Question, askModel } from "../models/ask-model.ts";
import type { Target } from "../models/target.ts";
import { codedFailure } from "./ask-round.ts";

export type Judging = {
  /** The judges to try, the best first. */
  candidates: readonly Target[];
  question: Pick<Question, "temperature" | "effort">;
  asked: { question: string; files: readonly string[] };
  asking: Asking;
};

export type Judgement = {
  conclusion?: Conclusion;
  /** Answers that were paid for, with or without a verdict. */
  spent: ModelAnswer[];
  notices: Notice[];
};

/** An answer with the name that the conclusion calls it by. */
export type NamedAnswer = { name: string; answer: ModelAnswer };

/** Has the answers compared by the first judge that gives a verdict. Without one the consensus is what the answers are. */
export async function judgeAnswers(
  answers: readonly NamedAnswer[],
  { candidates, question, asked, asking }: Judging,
): Promise<Judgement> {
  const spent: ModelAnswer[] = [];
  const problems: string[] = [];
  for (const target of candidates) {
    const order = shuffled(answers);
    const own = order.findIndex(({ answer }) => isSame(answer.target, target));
    const prompt = judgePrompt(
      asked,
      order.map(({ answer }) => answer.text),
      { mark: newMark(), own: own < 0 ? undefined : own + 1 },
    );
    try {
      const message = { role: "user" as const, text: prompt, images: [] };
      const said = await askModel(
        {
          ...question,
          target,
          history: [],
          messages: [message],
          system: JUDGE_SYSTEM,
          jsonSchema: VERDICT_FORMAT,
        },
        asking,
      );
      spent.push(said);
      const conclusion = conclusionOf(said, order, own);
      if (conclusion !== undefined) return { conclusion, spent, notices: [] };
      problems.push(`${target.model} gave no verdict in JSON.`);
    } catch (error) {
      asking.signal.throwIfAborted();
      problems.push(`${target.model}: ${codedFailure(error, asking.log).message}`);
    }
  }
  return { spent, notices: [noConclusion(problems)] };
}

function noConclusion(problems: readonly string[]): Notice {
  const message = `There is no conclusion, only the answers. ${problems.join(" ")}`;
  return { type: "judge_failed", message };
}

export function isSame(left: Target, right: Target): boolean {
  return left.provider === right.provider && left.model === right.model;
}

/** Eight random bytes that no model can know beforehand. */
export function newMark(): string {
  return randomBytes(8).toString("hex");
}

/** A new random order, because models favour what comes first. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  const order = [...items];
  for (let place = order.length - 1; place > 0; place -= 1) {
    const other = Math.floor(Math.random() * (place + 1));
    [order[place], order[other]] = [order[other] as Item, order[place] as Item];
  }
  return order;
}

function conclusionOf(
  said: ModelAnswer,
  order: readonly NamedAnswer[],
  own: number,
): Conclusion | undefined {
  const verdict = parseVerdict(said.text);
  if (verdict === undefined) return undefined;
  const nameOf = (number: number) => order[number - 1]?.name ?? [];
  const isOwn = (number: number) => number === own + 1;
  const dissent = verdict.dissent.trim();
  return {
    synthesis: verdict.synthesis,
    agreed: verdict.agreed,
    disputed: verdict.disputed.map(({ point, material, positions }) => ({
      point,
      material,
      positions: positions.map(({ answers, position }) => ({
        models: [...new Set(answers.flatMap(nameOf))],
        position,
      })),
    })),
    ranking: [...new Set(verdict.ranking.filter((number) => !isOwn(number)).flatMap(nameOf))],
    ...(dissent !== "" && { dissent }),
    confidence: verdict.confidence,
    judge: {
      model: said.target.model,
      provider: said.target.provider,
      input_tokens: said.inputTokens,
      output_tokens: said.outputTokens,
      response_time: said.durationMs,
      ...(said.costUsd !== undefined && { cost_usd: usd(said.costUsd) }),
    },
  };
}
