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
