import type { ReasoningMode } from "@faculties/schemas/langbase-reasoning/reasoning-mode";

type ModeChoice = { mode: ReasoningMode; confidence: number; rationale: string };
export type Routing = ModeChoice & { complexity: number; alternatives: ModeChoice[] };

type Signal = { mode: ReasoningMode; rationale: string; pattern: RegExp };

const SIGNALS: readonly Signal[] = [
  {
    mode: "decision",
    rationale: "It asks to choose between alternatives",
    pattern:
      /\b(which|choose|choosing|select|decide|decision|versus|vs\.?|better option|trade-?offs?|criteria|rank|alternatives)\b/gi,
  },
  {
    mode: "probabilistic",
    rationale: "It asks how likely something is",
    pattern:
      /\b(probabilit(y|ies)|likelihood|likely|chances?|odds|bayes(ian)?|prior|posterior|percent|update (my|our) belief)\b/gi,
  },
  {
    mode: "evidence",
    rationale: "It asks whether evidence supports a claim",
    pattern:
      /\b(evidence|claims?|sources?|credib(le|ility)|verify|study|studies|proof|corroborat\w+)\b/gi,
  },
  {
    mode: "perspectives",
    rationale: "It involves people with different interests",
    pattern:
      /\b(stakeholders?|perspectives?|viewpoints?|interests|teams?|customers?|managers?|politics|buy-?in|who (is|are) affected)\b/gi,
  },
  {
    mode: "detection",
    rationale: "It asks for faults in an argument",
    pattern: /\b(bias(es|ed)?|fallac(y|ies)|flaws?|argument|logical errors?|assumptions?)\b/gi,
  },
  {
    mode: "divergent",
    rationale: "It asks for new ideas",
    pattern:
      /\b(creativ\w+|brainstorm\w*|ideas?|novel|innovat\w+|unconventional|imagine|invent|what if|outside the box)\b/gi,
  },
  {
    mode: "reflection",
    rationale: "It asks to examine or improve existing work",
    pattern:
      /\b(reflect|review|evaluate|critique|improve|assess|strengths|weakness(es)?|lessons?|quality|feedback)\b/gi,
  },
  {
    mode: "tree",
    rationale: "It calls for exploring several approaches",
    pattern:
      /\b(approach(es)?|options|explore|strateg(y|ies)|ways to|paths?|possibilities|hypothes(is|es)|scenarios?)\b/gi,
  },
  {
    mode: "got",
    rationale: "Its parts depend on each other",
    pattern:
      /\b(architecture|system design|interdependen\w+|depends? on|components?|combine|integrat\w+|synthesi[sz]\w*|complex|network)\b/gi,
  },
  {
    mode: "backtracking",
    rationale: "It asks to go back and try another way",
    pattern:
      /\b(backtrack\w*|go back|start over|dead end|stuck|undo|try again|another way|wrong (path|turn))\b/gi,
  },
  {
    mode: "linear",
    rationale: "It can be worked through step by step",
    pattern:
      /\b(step[- ]by[- ]step|explain|calculate|derive|sequence|first|then|next|how (do|does|to)|why|solve)\b/gi,
  },
];

const HINT_WEIGHT = 2;
// A problem and its hints need far fewer words to show their kind.
const LONGEST_READ = 50_000;
const ALTERNATIVES_SHOWN = 3;
const NO_SIGNAL: ModeChoice = {
  mode: "linear",
  confidence: 0.5,
  rationale: "Nothing calls for a special mode, so one step after another will do",
};

/** Chooses a mode by the words of the problem; hints count twice. */
export function routeMode(problem: string, hints: readonly string[] = []): Routing {
  const content = problem.slice(0, LONGEST_READ);
  const hint = hints.join("\n").slice(0, LONGEST_READ);
  const scored = SIGNALS.map(({ mode, rationale, pattern }) => ({
    mode,
    rationale,
    score:
      matchesIn(content, pattern) + HINT_WEIGHT * (matchesIn(hint, pattern) + named(hint, mode)),
  }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  const total = scored.reduce((sum, { score }) => sum + score, 0);
  const choices = scored.map(({ mode, rationale, score }) => ({
    mode,
    rationale,
    confidence: (score + 1) / (total + 2),
  }));
  const [best = NO_SIGNAL, ...others] = choices;
  return {
    ...best,
    complexity: complexityOf(content),
    alternatives: others.slice(0, ALTERNATIVES_SHOWN),
  };
}

function matchesIn(text: string, pattern: RegExp): number {
  return new Set(text.match(pattern)?.map((word) => word.toLowerCase())).size;
}

function named(hint: string, mode: string): number {
  return hint.toLowerCase().split(/\W+/).includes(mode) ? 1 : 0;
}

const WORDS_OF_A_COMPLEX_PROBLEM = 200;

/** From 0 to 1: half of it length, the rest questions and words that join clauses. */
export function complexityOf(content: string): number {
  const words = content.split(/\s+/).filter((word) => word !== "").length;
  const questions = content.split("?").length - 1;
  const joints = matchAll(
    content,
    /\b(and|or|but|because|although|while|unless|however|if|which|whereas)\b/gi,
  );
  const parts = [
    0.5 * Math.min(1, words / WORDS_OF_A_COMPLEX_PROBLEM),
    0.2 * Math.min(1, questions / 3),
    0.3 * Math.min(1, joints / 10),
  ];
  return Math.min(
    1,
    parts.reduce((sum, part) => sum + part, 0),
  );
}

function matchAll(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
