import { AGENT_MARKER, type Decision } from "../decision.ts";

type RenderedLink = { name: string; title: string };

type RecordToRender = Omit<Decision, "status" | "project"> & {
  status: Decision["status"] | "draft";
  supersedes: RenderedLink[];
  supersededBy: RenderedLink[];
  amends: RenderedLink[];
  /** Shown to readers of a resource; a file has the origin instead. */
  author?: string;
};

/** A decision as a Markdown file that people, other tools and `import` can read. */
export function renderRecord(record: RecordToRender): string {
  const { supersedes, supersededBy, amends } = record;
  const keys: [string, unknown][] = [
    ["agent-memory", 1],
    ["id", record.id],
    ["title", record.title],
    ["target", record.target],
    ["status", record.status],
    ["origin", record.origin],
    ["author", record.author],
    ["date", new Date(record.createdAt).toISOString()],
    ["supersedes", names(supersedes)],
    ["superseded-by", names(supersededBy)],
    ["amends", names(amends)],
  ];
  const head = keys
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const marker = record.origin === "agent" ? ` ${AGENT_MARKER}` : "";
  return [
    "---",
    ...head,
    "---",
    "",
    `# ${record.title.replaceAll(/\s+/g, " ")}${marker}`,
    "",
    "## Status",
    "",
    ...statusLines(record),
    "## Rationale",
    "",
    lowerHeadings(record.rationale.trim()),
    "",
    ...consequenceLines(record.consequences),
  ].join("\n");
}

function statusLines({ status, supersedes, supersededBy, amends }: RecordToRender): string[] {
  const words = {
    active: "Accepted",
    superseded: "Superseded",
    deprecated: "Deprecated",
    draft: "Proposed",
  };
  const line = (verb: string, links: RenderedLink[]) =>
    links.flatMap(({ name, title }) => [
      `${verb} [${title.replaceAll(/[[\]\s]+/g, " ")}](${name}.md)`,
      "",
    ]);
  return [
    ...(supersededBy.length > 0 ? line("Superseded by", supersededBy) : [words[status], ""]),
    ...line("Supersedes", supersedes),
    ...line("Amends", amends),
  ];
}

function consequenceLines(consequences: readonly string[]): string[] {
  if (consequences.length === 0) return [];
  const items = consequences.map((text) => `- ${text.trim().replaceAll("\n", "\n  ")}`);
  return ["## Consequences", "", ...items, ""];
}

function names(links: readonly RenderedLink[]): string[] | undefined {
  return links.length > 0 ? links.map(({ name }) => name) : undefined;
}

// Headings of a record's own text must not end the section that it is exported in.
const DEEPER = "##";

function lowerHeadings(text: string): string {
  return text.replaceAll(/^(?=#+[ \t])/gm, DEEPER);
}

export function raiseHeadings(text: string): string {
  return text.replaceAll(/^##(?=#+[ \t])/gm, "");
}
