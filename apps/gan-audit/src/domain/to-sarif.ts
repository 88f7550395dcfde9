import { CATEGORIES, type Finding, type Severity } from "./finding.ts";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const LEVELS: Readonly<Record<Severity, "error" | "warning">> = {
  critical: "error",
  major: "error",
  minor: "warning",
};
/** Code hosts sort security alerts by this number. */
const SECURITY_SEVERITY: Readonly<Record<Severity, string>> = {
  critical: "9.0",
  major: "7.0",
  minor: "4.0",
};

export type SarifParts = {
  version: string;
  findings: readonly Finding[];
  /** Sentences that say which code the run left out. */
  notes: readonly string[];
};

/** A log in the Static Analysis Results Interchange Format 2.1.0. */
export function toSarif({ version, findings, notes }: SarifParts) {
  const rules = [...new Map(findings.map((finding) => [finding.rule, finding])).values()];
  const positions = new Map(rules.map(({ rule }, position) => [rule, position]));
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "gan-audit", semanticVersion: version, rules: rules.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: notes.map((text) => ({ level: "note", message: { text } })),
          },
        ],
        results: findings.map((finding) => resultOf(finding, positions.get(finding.rule) ?? 0)),
      },
    ],
  };
}

function ruleOf({ rule, category, severity }: Finding) {
  const isSecurity = CATEGORIES[category] === "security";
  return {
    id: rule,
    name: category,
    shortDescription: { text: category.replaceAll("-", " ") },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: {
      tags: [CATEGORIES[category], category],
      ...(isSecurity && { "security-severity": SECURITY_SEVERITY[severity] }),
    },
  };
}

function resultOf(
  { rule, severity, message, path, line, endLine, column }: Finding,
  ruleIndex: number,
) {
  return {
    ruleId: rule,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split("/").map(encodeURIComponent).join("/") },
          region: { startLine: line, startColumn: column, endLine: Math.max(line, endLine) },
        },
      },
    ],
  };
}
