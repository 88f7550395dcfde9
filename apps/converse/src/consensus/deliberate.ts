import type { ToolCall } from "@faculties/mcp-kit";
import type { Conclusion } from "@faculties/schemas/converse/conclusion";
import type { Notice } from "@faculties/schemas/converse/notice";
import {
  debatePrompt,
  type DisputedPoint,
  disputePrompt,
  refinementPrompt,
  roundtablePrompt,
  stanceInstruction,
} from "../domain/peer-prompts.ts";
import type { ConversationMessage } from "../domain/conversation-message.ts";
import type { Asking, ModelAnswer, Question } from "../models/ask-model.ts";
import type { TimeBudget } from "../models/time-budget.ts";
import { askRound, type Asked } from "./ask-round.ts";
import type { Participant, ParticipantOutcome, Speaker } from "./find-participants.ts";
import { judgeAnswers, type Judging, newMark, shuffled } from "./judge-answers.ts";
import { nameOf } from "./phases.ts";

export type Plan = {
  participants: readonly Participant[];
  question: Omit<Question, "target">;
  asking: Omit<Asking, "limitMs">;
  budget: TimeBudget;
  mode: "independent" | "debate" | "roundtable";
  laps: number;
  quorum: number | undefined;
  /** Whether answers are refined: in any case, on disputed points that a judge finds, or not at all. */
  refinement: "always" | "disputed" | "never";
  customPrompt: string | undefined;
  /** The judge for these answers; undefined if nobody is to judge. */
  judging:
    | ((answers: readonly ModelAnswer[]) => Promise<Omit<Judging, "asking"> | undefined>)
    | undefined;
  progress: ToolCall["progress"];
  onOutcome(outcome: ParticipantOutcome): void;
};

export type Deliberation = {
  participants: readonly Participant[];
  initial: readonly ParticipantOutcome[];
  /** In the order of the first answers; empty when there was no second round. */
  refined: readonly ParticipantOutcome[];
  discussion: { lap: number; model: string; statement: string }[];
  conclusion?: Conclusion | undefined;
  /** Every answer that was paid for. */
  spent: ModelAnswer[];
  notices: Notice[];
};

/** Asks the participants in the way of the mode, and has their answers judged. */
export async function deliberate(plan: Plan): Promise<Deliberation> {
  return new Deliberating(plan).run();
}

class Deliberating {
  readonly #plan: Plan;
  readonly #speakers: Speaker[];
  readonly #spent: ModelAnswer[] = [];
  readonly #notices: Notice[] = [];
  readonly #discussion: Deliberation["discussion"] = [];
  #done = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#speakers = plan.participants.filter(
      (participant): participant is Speaker => participant.target !== undefined,
    );
  }

  async run(): Promise<Deliberation> {
    const { mode, participants, refinement, judging } = this.#plan;
    const names = this.#speakers.map(({ target }) => target.model).join(", ");
    this.#plan.progress(0, this.#total, `Asking ${names}`);
    const { initial, refined, conclusion } =
      mode === "independent"
        ? await this.#independent(refinement === "disputed" && !judging ? "always" : refinement)
        : await this.#discuss(mode);
    return {
      participants,
      initial,
      refined,
      discussion: this.#discussion,
      conclusion,
      spent: this.#spent,
      notices: this.#notices,
    };
  }

  async #independent(refinement: Plan["refinement"]) {
    const { budget, question, quorum } = this.#plan;
    const isFollowed = this.#speakers.length > 1 && (refinement !== "never" || this.#plan.judging);
    const initial = await this.#ask(
      this.#speakers.map((speaker) => ({ speaker, question: questionFor(speaker, question) })),
      { verb: "answered", limitMs: isFollowed ? budget.firstRoundMs() : budget.leftMs(), quorum },
    );
    const answered = answersOf(initial);
    if (answered.length < 2) return { initial, refined: [] };
    if (refinement !== "always") {
      const conclusion = await this.#judge(answered);
      const disputed = (conclusion?.disputed ?? []).filter(({ material }) => material);
      if (refinement === "never" || disputed.length === 0)
        return { initial, refined: [], conclusion };
      const refined = await this.#refine(answered, disputed.map(pointOf));
      return {
        initial,
        refined,
        conclusion: (await this.#judgeAgain(answered, refined)) ?? conclusion,
      };
    }
    const refined = await this.#refine(answered, undefined);
    return { initial, refined, conclusion: await this.#judgeAgain(answered, refined) };
  }

  /** Each looks at its own answer again: next to all others, or at the points in dispute. */
  async #refine(answered: readonly Answered[], disputed: DisputedPoint[] | undefined) {
    const { question, customPrompt, budget } = this.#plan;
    return this.#ask(
      answered.map(({ speaker, answer }) => {
        const others = answered.filter((other) => other.speaker !== speaker);
        const mark = newMark();
        const prompt =
          disputed === undefined
            ? refinementPrompt(shuffled(textsOf(others)), customPrompt, mark)
            : disputePrompt(disputed, customPrompt, mark);
        return { speaker, question: questionFor(speaker, question, answer.text, prompt) };
      }),
      { verb: "refined its answer", limitMs: budget.leftMs() },
    );
  }

  /** Laps in which each hears the others: all at once in a debate, one after the other at a round table. */
  async #discuss(mode: "debate" | "roundtable") {
    const { laps, budget } = this.#plan;
    let first: ParticipantOutcome[] = [];
    let last: ParticipantOutcome[] = [];
    let speaking = this.#speakers;
    for (let lap = 1; lap <= laps && (lap === 1 || speaking.length > 1); lap += 1) {
      const limitMs = budget.leftMs() / (laps - lap + 1.5);
      const outcomes =
        mode === "debate"
          ? await this.#debateLap(speaking, last, { lap, limitMs })
          : await this.#tableLap(speaking, { lap, limitMs });
      if (lap === 1) first = outcomes;
      // A speaker that falls silent keeps its last word.
      last = outcomes.map((outcome) =>
        outcome.answer !== undefined || lap === 1
          ? outcome
          : (last.find(({ speaker }) => speaker === outcome.speaker) ?? outcome),
      );
      speaking = answersOf(last).map(({ speaker }) => speaker);
    }
    const refined =
      laps > 1 && answersOf(first).length > 1 ? last.filter(({ answer }) => answer) : [];
    const answered = answersOf(last);
    const conclusion = answered.length > 1 ? await this.#judge(answered) : undefined;
    return { initial: first, refined, conclusion };
  }

  async #debateLap(
    speaking: readonly Speaker[],
    last: readonly ParticipantOutcome[],
    { lap, limitMs }: { lap: number; limitMs: number },
  ) {
    const { question, laps, customPrompt: custom, quorum } = this.#plan;
    const before = answersOf(last);
    const asked = speaking.map((speaker): Asked => {
      const own = before.find((one) => one.speaker === speaker);
      if (own === undefined) return { speaker, question: questionFor(speaker, question) };
      const others = shuffled(textsOf(before.filter((one) => one !== own)));
      const prompt = debatePrompt(others, { lap, laps, custom, mark: newMark() });
      return { speaker, question: questionFor(speaker, question, own.answer.text, prompt) };
    });
    const outcomes = await this.#ask(asked, {
      verb: `spoke in lap ${lap}`,
      limitMs,
      quorum: lap === 1 ? quorum : undefined,
    });
    for (const one of answersOf(outcomes)) this.#record(lap, one);
    return outcomes;
  }

  async #tableLap(
    speaking: readonly Speaker[],
    { lap, limitMs }: { lap: number; limitMs: number },
  ) {
    const { question, laps, customPrompt: custom } = this.#plan;
    const outcomes: ParticipantOutcome[] = [];
    for (const speaker of speaking) {
      const said = this.#discussion.map(({ statement }) => statement);
      const prompt = roundtablePrompt(said, { lap, laps, custom, mark: newMark() });
      const asked = { speaker, question: questionFor(speaker, question, undefined, prompt) };
      const options = { verb: `spoke in lap ${lap}`, limitMs: limitMs / speaking.length };
      // oxlint-disable-next-line no-await-in-loop -- the next speaker hears this one
      const [outcome] = await this.#ask([asked], options);
      if (outcome === undefined) continue;
      outcomes.push(outcome);
      for (const one of answersOf([outcome])) this.#record(lap, one);
    }
    return outcomes;
  }

  #record(lap: number, { speaker, answer }: Answered): void {
    this.#discussion.push({ lap, model: nameOf(speaker), statement: answer.text });
  }

  async #judgeAgain(first: readonly Answered[], refined: readonly ParticipantOutcome[]) {
    const finals = first.map((one, index) => {
      const answer = refined[index]?.answer;
      return answer === undefined ? one : { ...one, answer };
    });
    return this.#judge(finals);
  }

  async #judge(answered: readonly Answered[]): Promise<Conclusion | undefined> {
    const { judging, asking, budget, progress } = this.#plan;
    const prepared = await judging?.(answered.map(({ answer }) => answer));
    if (prepared === undefined) return undefined;
    const [judge] = prepared.candidates;
    progress(this.#done + 0.5, this.#total, `${judge?.model ?? "The judge"} compares the answers`);
    const named = answered.map(({ speaker, answer }) => ({ name: nameOf(speaker), answer }));
    const { conclusion, spent, notices } = await judgeAnswers(named, {
      ...prepared,
      asking: { ...asking, limitMs: budget.leftMs() },
    });
    this.#spent.push(...spent);
    this.#notices.push(...notices);
    return conclusion;
  }

  async #ask(
    asked: readonly Asked[],
    { verb, limitMs, quorum }: { verb: string; limitMs: number; quorum?: number | undefined },
  ): Promise<ParticipantOutcome[]> {
    const { asking, progress } = this.#plan;
    const outcomes = await askRound(asked, {
      asking: { ...asking, limitMs },
      quorum,
      onText: (characters) => {
        const waiting = asked.length - (this.#done % asked.length);
        progress(this.#done, this.#total, `${characters} characters so far, ${waiting} to answer`);
      },
      onOutcome: (outcome) => {
        this.#done += 1;
        const { model } = outcome.speaker.target;
        this.#plan.onOutcome(outcome);
        const event = outcome.answer === undefined ? `failed: ${outcome.failure.code}` : verb;
        progress(this.#done, this.#total, `${model} ${event} (${this.#done} of ${this.#total})`);
      },
    });
    this.#spent.push(...outcomes.flatMap(({ answer }) => answer ?? []));
    return outcomes;
  }

  /** The calls that are certain, and the second round where it is. */
  get #total(): number {
    const { mode, laps, refinement, judging } = this.#plan;
    const isSecond = refinement === "always" || (refinement === "disputed" && !judging);
    const rounds = mode === "independent" ? (isSecond && this.#speakers.length > 1 ? 2 : 1) : laps;
    return Math.max(this.#speakers.length * rounds, this.#done);
  }
}

export type Answered = { speaker: Speaker; answer: ModelAnswer };

function answersOf(outcomes: readonly ParticipantOutcome[]): Answered[] {
  return outcomes.flatMap(({ speaker, answer }) => (answer ? [{ speaker, answer }] : []));
}

function textsOf(answered: readonly Answered[]): string[] {
  return answered.map(({ answer }) => answer.text);
}

function pointOf({ point, positions }: Conclusion["disputed"][number]): DisputedPoint {
  return { point, positions: positions.map(({ position }) => position) };
}

/** The question as a speaker gets it: with its side, its own earlier answer and what it is to do now. */
function questionFor(
  { target, role }: Speaker,
  question: Omit<Question, "target">,
  own?: string,
  prompt?: string,
): Question {
  const added: ConversationMessage[] = [];
  if (own !== undefined) added.push({ role: "assistant", text: own, images: [] });
  if (prompt !== undefined) added.push({ role: "user", text: prompt, images: [] });
  const [last] = question.messages.slice(-1);
  // Two messages of one role in a row are refused by some vendors.
  const messages =
    own === undefined && prompt !== undefined && last !== undefined
      ? [...question.messages.slice(0, -1), { ...last, text: `${last.text}\n\n${prompt}` }]
      : [...question.messages, ...added];
  const instructions = role.stance === undefined ? undefined : stanceInstruction(role.stance);
  return { ...question, target, messages, instructions };
}
