import type { Finding, Severity } from "./finding.ts";
import { lineAt, lineOffsets } from "./line-offsets.ts";

type Token = { rule: string; kind: string; pattern: RegExp };

const TOKENS: readonly Token[] = [
  { rule: "aws-key", kind: "An AWS access key", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    rule: "github-token",
    kind: "A GitHub token",
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})/g,
  },
  { rule: "gitlab-token", kind: "A GitLab token", pattern: /\bglpat-[\w-]{20,}/g },
  { rule: "api-key", kind: "An API key", pattern: /\bsk-(?:proj-|ant-|or-)?[\w-]{20,}/g },
  { rule: "stripe-key", kind: "A Stripe key", pattern: /\b[sr]k_live_[A-Za-z0-9]{16,}/g },
  { rule: "google-key", kind: "A Google API key", pattern: /\bAIza[\w-]{35}\b/g },
  {
    rule: "slack-token",
    kind: "A Slack token",
    pattern: /\bxox[abeoprs]-[\w-]{10,}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{20,}/g,
  },
  { rule: "npm-token", kind: "An npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { rule: "sendgrid-key", kind: "A SendGrid key", pattern: /\bSG\.[\w-]{20,24}\.[\w-]{39,50}/g },
  { rule: "huggingface-token", kind: "A Hugging Face token", pattern: /\bhf_[A-Za-z]{30,}/g },
  { rule: "jwt", kind: "A signed token", pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g },
  {
    rule: "private-key",
    kind: "A private key",
    pattern:
      /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(?=(?:\\[rn]|[\s"'+`,]){0,40}[\w+/=:-]{16})/g,
  },
];

const CREDENTIAL_URL = /\b[a-z][a-z+]{2,20}:\/\/[^\s:/@"'`]{0,100}:([^\s:/@"'`]{3,200})@[\w.-]+/gi;
const SECRET_WORD =
  "passw(?:or)?d|passwd|pwd|passphrase|secret|token|api_?-?key|access_?-?key|private_?-?key|encryption_?-?key|signing_?-?key|auth_?-?key|credential|conn(?:ection)?_?str(?:ing)?";
/** `name = "value"`, `"name": "value"`, `name: string = "value"`, `put("name", "value")`, `setName("value")`, `name = []byte("value")`. */
const NAMED = new RegExp(
  `(?<name>(?<![\\w.-])[\\w.-]{0,60}?(?:${SECRET_WORD})[\\w-]{0,40})(?:["']?\\]?\\s*(?::\\s*(?:string|str|String)\\s*)?(?::=|=>|[:=])|["']\\s*,|\\()\\s*(?:\\[\\]byte\\(|Buffer\\.from\\(|[bu](?=["']))?(?<quote>["'\`])(?<value>[^"'\`\\n]{4,200})\\k<quote>`,
  "gi",
);
const NOT_A_SECRET_NAME =
  /(?:label|placeholder|field|hint|url|uri|path|type|regex|pattern|error|message|msg|title|text|header|prefix|suffix|name|param|attr|id|format|length|policy|selector|column|env|var|file|description|desc|kind|scheme|endpoint|expired?|invalid|missing|required|mismatch|prompt|input|ttl|expiry|event|action|route|count|status|class|test|page|view)s?$/i;
const PLACEHOLDER =
  /example|sample|dummy|placeholder|change_?me|your[_-]|my[_-]?(?:secret|password|token|api)|<[^>]*>|\$\{|\{\{|\{\w*\}|%s|%\(|xxx+|\*{3,}|\.{3}|^(?:test|fake|mock|todo|none|null|undefined|true|false|secret|password|token|passwd|redacted|empty|default|string|bearer|basic|admin|user|root)\w{0,2}$|process\.env|os\.environ|getenv|^\w+(?:\.\w+)+$|\(\?[:=!]|A-Z|^env:|^vault:|^(?:https?|file):\/\/|\s|^[/.@#]|^_?[a-z]+(?:[-_]+[a-z]+)+$|^[a-z]+[A-Z][a-zA-Z]*$/i;
/** The name of a setting rather than its value. */
const SETTING_NAME = /^(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+|[a-z][a-z0-9]*_[a-z0-9_]+)$/;
const LOGIN =
  /\b(?:login|authenticate)\(\s*(["'])[^"'\n]{1,100}\1\s*,\s*(["'])([^"'\n]{6,200})\2/gi;
const CONNECT = /\bgetConnection\(\s*[^,\n]{1,300},\s*[^,\n]{1,100},\s*(["'])([^"'\n]{6,200})\1/g;
/** The key of a signed token: `jwt.sign(claims, "key")`, `token.SignedString([]byte("key"))`. */
const SIGNING =
  /\bjwt\.(?:sign|verify|encode|decode)\([^;]{1,400}?,\s*(["'])([^"'\n]{6,200})\1\s*[,)]|\bSignedString\(\[\]byte\((["`])([^"`\n]{6,200})\3\)/gi;
/** The user and the password next to each other: `auth: { user: "…", pass: "…" }`. */
const PASS =
  /\buser(?:name)?["']?\s*[:=]\s*[^;{}]{1,200}?,\s*["']?pass["']?\s*[:=]\s*(["'`])([^"'`\n]{6,200})\1/gi;
const AUTHORISATION = /["'`](?:Bearer|Token|Basic) ([\w.~+/=-]{20,200})["'`]/g;
const PASSWORD_NAME = /passw|pwd|passphrase/i;
const LEAST_ENTROPY = 3;
const WRITTEN = "A secret is written into the code; read it from the environment.";

/** Secrets that are written into a text: known token formats, credentials in URLs, and values of telling names. */
export function findSecrets(path: string, text: string): Finding[] {
  const offsets = lineOffsets(text);
  const findings: Finding[] = [];
  const report = (rule: string, severity: Severity, offset: number, message: string) => {
    const line = lineAt(offsets, offset);
    const column = offset - (offsets[line - 1] ?? 0) + 1;
    const isKnown = findings.some((one) => one.line === line);
    if (!isKnown)
      findings.push({
        rule: `secrets/${rule}`,
        category: "secret",
        severity,
        path,
        line,
        endLine: line,
        column,
        message,
      });
  };
  for (const { rule, kind, pattern } of TOKENS)
    for (const match of text.matchAll(pattern))
      if (!isPlaceholderToken(match[0]))
        report(
          rule,
          "critical",
          match.index,
          `${kind} is written here; revoke it, and read it from the environment.`,
        );
  for (const match of text.matchAll(CREDENTIAL_URL))
    if (
      !isPlaceholder(match[1] ?? "") &&
      !/^(?:pass|password|pw|postgres|root|guest|secret)$/i.test(match[1] ?? "")
    )
      report(
        "url-credential",
        "critical",
        match.index,
        "A password is part of this URL; read it from the environment.",
      );
  for (const match of text.matchAll(NAMED)) {
    const { name = "", value = "" } = match.groups ?? {};
    if (isSecretValue(name, value) && !isInList(text, match))
      report("hard-coded", "major", match.index, WRITTEN);
  }
  for (const match of text.matchAll(LOGIN))
    if (isSecretValue("password", match[3] ?? ""))
      report("hard-coded", "major", match.index, WRITTEN);
  for (const match of text.matchAll(CONNECT))
    if (isSecretValue("password", match[2] ?? ""))
      report("hard-coded", "major", match.index, WRITTEN);
  for (const match of text.matchAll(SIGNING)) {
    const value = match[2] ?? match[4] ?? "";
    const offset = match.index + match[0].lastIndexOf(value);
    if (isSecretValue("password", value)) report("hard-coded", "major", offset, WRITTEN);
  }
  for (const match of text.matchAll(PASS)) {
    const value = match[2] ?? "";
    const offset = match.index + match[0].lastIndexOf(value);
    if (isSecretValue("password", value)) report("hard-coded", "major", offset, WRITTEN);
  }
  for (const match of text.matchAll(AUTHORISATION))
    if (/\d/.test(match[1] ?? "") && isSecretValue("authorisation", match[1] ?? ""))
      report("hard-coded", "major", match.index, WRITTEN);
  return findings;
}

/** `"name", "value"` belong together as arguments of a call; in a list they are neighbours. */
function isInList(text: string, { 0: matched, index, groups }: RegExpExecArray): boolean {
  const isArgument = /^["']\s*,/.test(matched.slice(groups?.["name"]?.length));
  return isArgument && !/\(\s*["']$/.test(text.slice(Math.max(0, index - 20), index));
}

const isPlaceholderToken = (token: string): boolean =>
  /example|xxxx|\*\*\*|placeholder|0{12}|1234567890abcdef|0123456789|test|fake|dummy/i.test(
    token,
  ) || entropyOf(token) < 2.5;

const isPlaceholder = (value: string): boolean =>
  PLACEHOLDER.test(value) || SETTING_NAME.test(value);

function isSecretValue(name: string, value: string): boolean {
  if (NOT_A_SECRET_NAME.test(name.replace(/.*[.]/, "")) || isPlaceholder(value)) return false;
  if (PASSWORD_NAME.test(name)) return value.length >= 6 && /[\d\W_]/.test(value);
  return value.length >= 16
    ? entropyOf(value) >= LEAST_ENTROPY
    : value.length >= 8 &&
        /\d/.test(value) &&
        /[a-z]/i.test(value) &&
        entropyOf(value) >= LEAST_ENTROPY;
}

/** Bits per character, as Shannon counts them. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const length = [...text].length;
  return [...counts.values()].reduce(
    (bits, count) => bits - (count / length) * Math.log2(count / length),
    0,
  );
}
