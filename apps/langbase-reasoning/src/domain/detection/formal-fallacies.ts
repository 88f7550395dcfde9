import type { Finding } from "./findings.ts";
import { type Clause, isSameMatter, readClause } from "./sentences.ts";

type Conditional = { condition: Clause; consequence: Clause };
type Generalisation = { subject: Clause; predicate: Clause };

const CONCLUSION =
  /^(therefore|thus|so|hence|consequently|it follows that|this means( that)?|that means( that)?|which means( that)?),?\s+/i;
// An argument has a few sentences, and a text a few thousand.
const LONGEST_ARGUMENT = 12;
const MOST_SENTENCES = 2_000;

const EXPLANATIONS = {
  affirming_consequent: [
    "From “if P then Q” and Q it does not follow that P: Q may have other causes.",
    "Rule out other causes of the consequence, or argue from the condition.",
  ],
  denying_antecedent: [
    "From “if P then Q” and not P it does not follow that not Q: Q may come about otherwise.",
    "Show that the condition is the only way to the consequence.",
  ],
  undistributed_middle: [
    "That two groups share a property does not put one of them in the other.",
    "Show that everything with the property belongs to the group.",
  ],
} as const;

/** Invalid forms of argument, each once, found by comparing the clauses of a conclusion and the premises before it. */
export function findFormalFallacies(sentences: readonly string[]): Finding[] {
  const found = new Map<string, Finding>();
  const clauseOf = rememberedClauses();
  for (const [index, sentence] of sentences.slice(0, MOST_SENTENCES).entries()) {
    if (!CONCLUSION.test(sentence)) continue;
    const before = sentences.slice(Math.max(0, index - LONGEST_ARGUMENT), index);
    const premises = before.filter((premise) => !CONCLUSION.test(premise));
    const conclusion = sentence.replace(CONCLUSION, "");
    const type =
      conditionalFallacy(premises, conclusion, clauseOf) ??
      middleFallacy(premises, conclusion, clauseOf);
    if (type === undefined || found.has(type)) continue;
    const [explanation, remediation] = EXPLANATIONS[type];
    const weight = { severity: 4, confidence: 0.7 };
    found.set(type, {
      type,
      category: "formal",
      ...weight,
      explanation,
      remediation,
      excerpt: sentence,
    });
  }
  return [...found.values()];
}

type ClauseOf = (text: string) => Clause;

/** Each conclusion examines each premise before it once. */
function rememberedClauses(): ClauseOf {
  const known = new Map<string, Clause>();
  return (text) => {
    const clause = known.get(text) ?? readClause(text);
    known.set(text, clause);
    return clause;
  };
}

function conditionalFallacy(premises: readonly string[], conclusion: string, clauseOf: ClauseOf) {
  const conditionals = premises.flatMap((premise) => readConditional(premise, clauseOf));
  if (conditionals.length === 0) return undefined;
  const concluded = clauseOf(conclusion);
  const stated = premises.filter((premise) => !/^if\b/i.test(premise)).map(clauseOf);
  for (const { condition, consequence } of conditionals) {
    const affirms = (clause: Clause) => stated.some((one) => agrees(one, clause));
    const denies = (clause: Clause) => stated.some((one) => contradicts(one, clause));
    if (agrees(concluded, condition) && affirms(consequence))
      return "affirming_consequent" as const;
    if (contradicts(concluded, consequence) && denies(condition))
      return "denying_antecedent" as const;
  }
  return undefined;
}

function middleFallacy(premises: readonly string[], conclusion: string, clauseOf: ClauseOf) {
  const [concluded] = readGeneralisation(conclusion, clauseOf);
  if (concluded === undefined) return undefined;
  const general = premises.flatMap((premise) => readGeneralisation(premise, clauseOf));
  for (const [index, left] of general.entries()) {
    for (const right of general.slice(index + 1)) {
      if (!agrees(left.predicate, right.predicate)) continue;
      const pairs = [
        [left.subject, right.subject],
        [right.subject, left.subject],
      ] as const;
      const joins = pairs.some(
        ([one, other]) => agrees(concluded.subject, one) && agrees(concluded.predicate, other),
      );
      if (joins) return "undistributed_middle" as const;
    }
  }
  return undefined;
}

function readConditional(sentence: string, clauseOf: ClauseOf): Conditional[] {
  const match =
    /^if (.{1,400}?),? then (.{1,400})$/i.exec(sentence) ??
    /^if (.{1,400}?), (.{1,400})$/i.exec(sentence);
  const [, condition = "", consequence = ""] = match ?? [];
  if (match === null) return [];
  return [{ condition: clauseOf(condition), consequence: clauseOf(consequence) }];
}

function readGeneralisation(sentence: string, clauseOf: ClauseOf): Generalisation[] {
  const match = /^(?:all|every|each) (.{1,200}?) (?:are|is|have|has) (.{1,200})$/i.exec(sentence);
  const [, subject = "", predicate = ""] = match ?? [];
  if (match === null) return [];
  return [{ subject: clauseOf(subject), predicate: clauseOf(predicate) }];
}

function agrees(left: Clause, right: Clause): boolean {
  return left.negated === right.negated && isSameMatter(left, right);
}

function contradicts(left: Clause, right: Clause): boolean {
  return left.negated !== right.negated && isSameMatter(left, right);
}
