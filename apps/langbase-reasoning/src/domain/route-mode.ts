import type { ReasoningMode } from "@faculties/schemas/langbase-reasoning/reasoning-mode";

/** How often the rules name the right mode for prompts that they were not written for; a test holds it. */
export const MEASURED = { right: 11, of: 44 };
const HIT_RATE = MEASURED.right / MEASURED.of;

/** The tool that works in a mode. */
export const TOOL_OF_MODE: Readonly<Record<ChosenMode, string>> = {
  linear: "reasoning_linear",
  tree: "reasoning_tree",
  divergent: "reasoning_divergent",
  reflection: "reasoning_reflection",
  backtracking: "reasoning_backtrack",
  got: "reasoning_got_init",
  detection: "reasoning_detect_fallacies",
  decision: "reasoning_make_decision",
  perspectives: "reasoning_analyze_perspectives",
  evidence: "reasoning_assess_evidence",
  probabilistic: "reasoning_probabilistic",
  preset: "reasoning_preset_run",
};

/** Every mode but the one that only asks for another choice. */
export type ChosenMode = Exclude<ReasoningMode, "auto">;

type ModeChoice = { mode: ChosenMode; confidence: number; rationale: string };
export type Routing = ModeChoice & { complexity: number; alternatives: ModeChoice[] };

/** A phrase of `strong` tells more than a word of `pattern`, which other problems use too. */
type Signal = { mode: ChosenMode; rationale: string; strong: RegExp; pattern: RegExp };

// Phrases in English and German. cspell:disable
const SIGNALS: readonly Signal[] = [
  {
    mode: "decision",
    rationale: "It asks to choose between alternatives",
    strong:
      /\b(should (we|i|they)|is it better to|do (we|i) (take|pick|use|buy)|pick (a|one|the)|hire (only )?one|which one wins|compare the offers|rank these|oder (mieten|kaufen|doch|lieber)|sollen wir|welche[rs]? von)\b/gi,
    pattern:
      /\b(which|choose|choosing|select|decide|decision|versus|vs\.?|better option|trade-?offs?|criteria|rank|alternatives)\b/gi,
  },
  {
    mode: "probabilistic",
    rationale: "It asks how likely something is",
    strong:
      /\b(how (sure|likely|certain|probable)|what (are the odds|is the chance)|raise my belief|update my (estimate|belief)|\d+ ?% (sure|certain)|one in \w+|wie (sicher|wahrscheinlich)|wahrscheinlichkeit)\b/gi,
    pattern:
      /\b(probabilit(y|ies)|likelihood|likely|chances?|odds|bayes(ian)?|prior|posterior|percent|update (my|our) belief)\b/gi,
  },
  {
    mode: "evidence",
    rationale: "It asks whether evidence supports a claim",
    strong:
      /\b(how credible|does this (study|paper) (prove|show)|(do|does) (they|it|that) (carry|support|back)|back up|weigh these|data we have enough|support that|enough to say|belege|belastbar\w*|beweise?n?)\b/gi,
    pattern:
      /\b(evidence|claims?|sources?|credib(le|ility)|verify|study|studies|proof|corroborat\w+)\b/gi,
  },
  {
    mode: "perspectives",
    rationale: "It involves people with different interests",
    strong:
      /\b(who (will|would|has|is|are)|whom?|everybody (with|who)|says? (no|yes)|disagrees?|(can|could) block|behind (the|this)|each think|works council|interessengruppen|betroffen\w*)\b/gi,
    pattern:
      /\b(stakeholders?|perspectives?|viewpoints?|interests|teams?|customers?|managers?|politics|buy-?in|who (is|are) affected)\b/gi,
  },
  {
    mode: "detection",
    rationale: "It asks for faults in an argument",
    strong:
      /\b(fallac(y|ies)|bias(es)?|logical errors?|fooling (myself|ourselves)|wrong with (that|this) (reasoning|argument)|argument valid|(so|therefore) it (must|is)|is that sound|would be a waste|denkfehler|fehlschluss)\b/gi,
    pattern: /\b(bias(es|ed)?|fallac(y|ies)|flaws?|argument|logical errors?|assumptions?)\b/gi,
  },
  {
    mode: "divergent",
    rationale: "It asks for new ideas",
    strong:
      /\b(brainstorm\w*|crazy|fresh ideas|what if we|outside the box|how (could|might) (one|we|a|you) (use|earn|make)|give me (ten|five|some|a dozen)|invent|ungewöhnliche ideen|ideen für)\b/gi,
    pattern:
      /\b(creativ\w+|brainstorm\w*|ideas?|novel|innovat\w+|unconventional|imagine|invent|what if|outside the box)\b/gi,
  },
  {
    mode: "reflection",
    rationale: "It asks to examine or improve existing work",
    strong:
      /\b(weak (points?|spots?)|critique|improve it|make it better|(and )?(rewrite|strengthen) (it|its)|look back|what did we learn|give me feedback|my (plan|essay|reasoning|proof|draft|analysis)|wie wird sie besser|schwach)\b/gi,
    pattern:
      /\b(reflect|review|evaluate|critique|improve|assess|strengths|weakness(es)?|lessons?|quality|feedback)\b/gi,
  },
  {
    mode: "tree",
    rationale: "It calls for exploring several approaches",
    strong:
      /\b((several|different|various) (ways|approaches|paths|lines)|look into each|follow each|(two|three|few) (or three )?(scenarios|lines|ways)|each (path|one|option)|hypotheses|lay out the|options for|lines of attack|welche wege|alle durch)\b/gi,
    pattern:
      /\b(approach(es)?|options|explore|strateg(y|ies)|ways to|paths?|possibilities|hypothes(is|es)|scenarios?)\b/gi,
  },
  {
    mode: "got",
    rationale: "Its parts depend on each other",
    strong:
      /\b(combine the|merge (the|them)|synthesi[sz]e|depend on each other|interact|influence each other|act together|split the problem|partial (answers|results)|network of|in loops|into one( picture)?|gesamtkonzept|teillösungen)\b/gi,
    pattern:
      /\b(architecture|system design|interdependen\w+|depends? on|components?|combine|integrat\w+|synthesi[sz]\w*|complex|network)\b/gi,
  },
  {
    mode: "backtracking",
    rationale: "It asks to go back and try another way",
    strong:
      /\b(go back|take me back|return to|revert|undo|start over|start from the checkpoint|resume there|dead end|leads? nowhere|wrong turn|from the checkpoint|zurück zu[mr]?|anderen weg)\b/gi,
    pattern:
      /\b(backtrack\w*|go back|start over|dead end|stuck|undo|try again|another way|wrong (path|turn))\b/gi,
  },
  {
    mode: "linear",
    rationale: "It can be worked through step by step",
    strong:
      /\b(explain (why|how|what)|calculate|solve|step by step|walk me through|how does|when does|what happens|warum)\b/gi,
    pattern:
      /\b(step[- ]by[- ]step|explain|calculate|derive|sequence|first|then|next|how (do|does|to)|why|solve)\b/gi,
  },
];
// cspell:enable

const HINT_WEIGHT = 2;
const STRONG_WEIGHT = 2;
// A problem and its hints need far fewer words to show their kind.
const LONGEST_READ = 50_000;
const ALTERNATIVES_SHOWN = 3;
const NO_SIGNAL: ModeChoice = {
  mode: "linear",
  confidence: HIT_RATE,
  rationale: "Nothing calls for a special mode, so one step after another will do",
};

/** Chooses a mode by the words of the problem; hints count twice. */
export function routeMode(problem: string, hints: readonly string[] = []): Routing {
  const content = problem.slice(0, LONGEST_READ);
  const hint = hints.join("\n").slice(0, LONGEST_READ);
  const scored = SIGNALS.map(({ mode, rationale, strong, pattern }) => {
    const speaks = (text: string) =>
      matchesIn(text, pattern) + STRONG_WEIGHT * matchesIn(text, strong);
    return {
      mode,
      rationale,
      score: speaks(content) + HINT_WEIGHT * (speaks(hint) + named(hint, mode)),
    };
  })
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  const highest = scored[0]?.score ?? 1;
  const choices = scored.map(({ mode, rationale, score }) => ({
    mode,
    rationale,
    confidence: HIT_RATE * (score / highest),
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
