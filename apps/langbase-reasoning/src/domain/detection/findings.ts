import { joinWords } from "../words.ts";

export type FallacyCategory = "formal" | "informal";

/** A bias or a fallacy found in a text. */
export type Finding = {
  type: string;
  category?: FallacyCategory | undefined;
  /** From 1 to 5. */
  severity: number;
  confidence: number;
  explanation: string;
  remediation: string | null;
  /** The passage, in the text's own words. */
  excerpt: string | null;
};

/** A detection as a model gives it. */
type ReportedFinding = {
  type?: string | undefined;
  bias_type?: string | undefined;
  fallacy_type?: string | undefined;
  category?: string | undefined;
  severity?: number | undefined;
  confidence?: number | undefined;
  explanation?: string | undefined;
  remediation?: string | undefined;
  excerpt?: string | undefined;
};

const MIDDLING_SEVERITY = 3;
const UNSTATED_CONFIDENCE = 0.5;
const FORMAL = /affirming|denying|undistributed|illicit|four_terms|non_sequitur|quantifier/;

/** The findings of a model, in order. An excerpt that is not in the text is a misquotation and left out. */
export function readFindings(text: string, reported: readonly ReportedFinding[]): Finding[] {
  const words = plain(text);
  return reported.flatMap((finding) => {
    const name = finding.bias_type ?? finding.fallacy_type ?? finding.type;
    if (name === undefined) return [];
    const type = snakeCase(name);
    const { excerpt } = finding;
    return [
      {
        type,
        category: categoryOf(finding.category, type),
        severity: Math.round(finding.severity ?? MIDDLING_SEVERITY),
        confidence: finding.confidence ?? UNSTATED_CONFIDENCE,
        explanation: finding.explanation ?? "",
        remediation: finding.remediation ?? null,
        excerpt: excerpt !== undefined && words.includes(plain(excerpt)) ? excerpt : null,
      },
    ];
  });
}

function categoryOf(stated: string | undefined, type: string): FallacyCategory {
  const word = stated?.toLowerCase();
  if (word === "formal" || word === "informal") return word;
  return FORMAL.test(type) ? "formal" : "informal";
}

/** "Sunk Cost Fallacy" and "sunk-cost fallacy" are sunk_cost_fallacy. */
export function snakeCase(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
}

/** The words alone: models change quotation marks and spaces when they quote. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s"“”'’…]+/g, " ")
    .trim();
}

const GRAVE = 4;

/** The findings in one sentence, for calls without a model. */
export function assessFindings(findings: readonly Finding[], kind: "bias" | "fallacy"): string {
  const plural = kind === "bias" ? "biases" : "fallacies";
  if (findings.length === 0) return `No rule for ${plural} matched.`;
  const names = [...new Set(findings.map(({ type }) => type.replaceAll("_", " ")))];
  const grave = findings.filter(({ severity }) => severity >= GRAVE).length;
  const count = findings.length === 1 ? `One ${kind}` : `${findings.length} ${plural}`;
  const gravity = findings.length === 1 ? ", a grave one" : `, ${grave} of them grave`;
  const weight = grave > 0 ? gravity : "";
  return `${count} found${weight}: ${joinWords(names)}.`;
}
