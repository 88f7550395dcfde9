export type Origin = "human" | "agent";
export type DecisionStatus = "active" | "superseded" | "deprecated";

/** The text of a decision. */
export type DecisionText = {
  title: string;
  target: string;
  rationale: string;
  consequences: string[];
};

export type Decision = DecisionText & {
  id: string;
  status: DecisionStatus;
  origin: Origin;
  createdAt: number;
  project: string;
};

/** `amends` replaces only a part, so the older decision stays in force. */
export type LinkKind = "supersedes" | "amends";
export type Link = { newId: string; oldId: string; kind: LinkKind };

/** Enough of a decision to name it. */
export type DecisionInForce = Pick<Decision, "id" | "target" | "title" | "project">;

/** The fields that words are searched in; those of the title and the target count more. */
export function searchableFields({ title, target, rationale, consequences }: DecisionText) {
  return { title: `${title}\n${target}`, text: [rationale, ...consequences].join("\n") };
}

/** The text whose meaning is searched. */
export function searchableText(record: DecisionText): string {
  const { title, text } = searchableFields(record);
  return `${title}\n${text}`;
}

/** The author of a text and the way it came in, in words. */
export function authorOf({ origin, source }: { origin: Origin; source: string | null }): string {
  const who = origin === "agent" ? "an agent, via MCP" : "a person";
  return source === null ? who : `${who}; imported from ${fileName(source)}`;
}

/** The folders of the machine are not shown. */
function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

const LONGEST = 280;
/** Marks texts that came through MCP. Only written, never parsed. */
export const AGENT_MARKER = "[via MCP]";

/** The beginning of a record in one line. */
export function preview(text: { title: string; rationale: string; origin: Origin }): string {
  const marker = text.origin === "agent" ? ` ${AGENT_MARKER}` : "";
  return shorten(`${text.title}${marker}: ${text.rationale}`, LONGEST);
}

/** One line of at most `longest` characters, never cut inside a character. */
export function shorten(text: string, longest: number): string {
  // Collapsing whitespace shortens the text, so a few times the wanted length is read.
  const line = text
    .slice(0, longest * 8)
    .replaceAll(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}
