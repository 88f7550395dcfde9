/** A vendor's error body of any shape, in one form. All text in it is untrusted. */
export type VendorError = {
  message: string;
  /** The message is a field of a JSON body, not a page of a proxy. */
  isStructured: boolean;
  /** Every machine-readable word found: type, code, status, reason, quota id; in lower case. */
  marks: string[];
  details: unknown[];
};

/** Regular expressions search the message, so its length must be bounded. */
const LONGEST_MESSAGE = 2000;

type Fields = Record<string, unknown>;

/** Reads the error bodies of OpenAI, Google, Anthropic, xAI, OpenRouter, Langbase and the local servers. */
export function readVendorError(bodyText: string): VendorError {
  const body = parseFields(bodyText);
  if (body === undefined)
    return {
      message: bodyText.slice(0, LONGEST_MESSAGE),
      isStructured: false,
      marks: [],
      details: [],
    };
  const inner = isFields(body["error"]) ? body["error"] : body;
  const details = Array.isArray(inner["details"]) ? inner["details"] : [];
  const message = [inner["message"], body["error"], body["message"], body["detail"]].find(
    (candidate) => typeof candidate === "string",
  );
  return {
    message: typeof message === "string" ? message.slice(0, LONGEST_MESSAGE) : "",
    isStructured: true,
    marks: [...marksOf(inner), ...details.filter(isFields).flatMap(marksOfDetail)],
    details,
  };
}

const LONGEST_QUOTE = 300;

/**
 * The vendor's sentence as a short quotation in one line, redacted before it is cut. Only the vendor knows what it wants
 * ("Your organization must be verified"), but its words are a stranger's. Undefined if there is none.
 */
export function vendorSentence(
  { message, isStructured }: VendorError,
  redact: (text: string) => string,
): string | undefined {
  if (!isStructured || /^\s*[<{[]/.test(message)) return undefined;
  const line = redact(message)
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .replaceAll('"', "'")
    .trim();
  if (line === "") return undefined;
  return line.length <= LONGEST_QUOTE ? line : `${line.slice(0, LONGEST_QUOTE)}…`;
}

function parseFields(bodyText: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(bodyText);
    const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    return isFields(first) ? first : undefined;
  } catch {
    return undefined;
  }
}

function marksOf(fields: Fields): string[] {
  return ["type", "code", "status", "reason"]
    .map((key) => fields[key])
    .filter((value) => typeof value === "string")
    .map((value) => value.toLowerCase());
}

function marksOfDetail(detail: Fields): string[] {
  const violations = Array.isArray(detail["violations"]) ? detail["violations"] : [];
  const quotas = violations
    .filter(isFields)
    .map((violation) => violation["quotaId"])
    .filter((value) => typeof value === "string");
  return [...marksOf(detail), ...quotas.map((quota) => quota.toLowerCase())];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
