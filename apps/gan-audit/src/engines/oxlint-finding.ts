import type { Finding } from "../domain/finding.ts";
import { type Place, placesIn } from "../domain/line-offsets.ts";
import type { SourceText } from "../domain/source-text.ts";
import { declaredNames } from "./declared-names.ts";
import { isAboutUse, meaningOfOxlint } from "./oxlint-rules.ts";

type Position = { line: number; character: number };
type Range = { start: Position; end: Position };

export type LspDiagnostic = {
  code?: string;
  /** 1 is an error; 4 marks a further place that another diagnostic is about. */
  severity?: number;
  message: string;
  range: Range;
  relatedInformation?: readonly { location: { range: Range } }[];
};

/** The parser's own complaints carry no rule. */
export const isSyntaxError = ({ code, severity }: LspDiagnostic): boolean =>
  severity === 1 && (code === undefined || code === "");

/** A text as it was linted, with what is looked up in it for each diagnostic. */
export type Linted = {
  source: SourceText;
  lines: readonly string[];
  givesAway: boolean;
  placeAt(row: number, column: number): Place;
  /** Made when it is first asked for: most texts have nothing that needs it. */
  declared(): ReadonlySet<string>;
};

const GIVES_AWAY = /^[ \t]*export\b|\bmodule\.exports\b|\bexports\.\w/m;

/** `whole` is the text of the source with what was put around it. */
export function lintedText(source: SourceText, whole: string): Linted {
  let declared: ReadonlySet<string> | undefined;
  return {
    source,
    lines: source.text.split("\n"),
    givesAway: GIVES_AWAY.test(source.text),
    placeAt: placesIn(whole),
    declared: () => (declared ??= declaredNames(source.text)),
  };
}

/** A diagnostic in this server's terms; undefined when it is not wanted for this text. */
export function findingOfDiagnostic(
  diagnostic: LspDiagnostic,
  linted: Linted,
): Finding | undefined {
  const { source, placeAt } = linted;
  const { start, end } = placeOf(diagnostic);
  const { line, column } = placeAt(start.line, start.character);
  const { line: endLine } = placeAt(end.line, end.character);
  const place = { path: source.path, line, endLine, column };
  const [message = ""] = diagnostic.message.split("\n", 1);
  if (isSyntaxError(diagnostic)) {
    if (source.wholeness === "fragment") return undefined;
    const category = "does-not-parse";
    return {
      rule: `oxlint/${category}`,
      category,
      severity: "critical",
      ...place,
      message: `The code does not parse: ${message.replace(/\.$/, "")}.`,
    };
  }
  const meaning = diagnostic.code ? meaningOfOxlint(diagnostic.code) : undefined;
  if (!meaning) return undefined;
  if (isAboutUse(meaning.rule) && isForOthers(linted, line - 1, message)) return undefined;
  const { rule, ...rest } = meaning;
  if (rule === "no-template-curly-in-string" && !isForgottenTemplate(place, linted))
    return undefined;
  return { rule: `oxlint/${rule}`, ...rest, ...place, message };
}

/** Of two that are alike oxlint points at the first; the second is the one too many. */
function placeOf({ code = "", range, relatedInformation = [] }: LspDiagnostic): Range {
  const isRepetition = /\(no-(dupe|duplicate|redeclare)/.test(code);
  return (isRepetition && relatedInformation.at(-1)?.location.range) || range;
}

/** `"${name}"` was meant as a template where the code has such a name; elsewhere it is text about templates. */
function isForgottenTemplate(
  { line, endLine }: Pick<Finding, "line" | "endLine">,
  { lines: all, declared }: Linted,
): boolean {
  const lines = all.slice(line - 1, endLine);
  // With a backtick inside it is code in a text.
  if (lines.join("").includes("`")) return false;
  const names = [...lines.join("\n").matchAll(/\$\{\s*([A-Za-z_$][\w$]*)/g)];
  // Shells write their variables in capitals.
  return names.some(([, name = ""]) => !/^[A-Z_0-9]+$/.test(name) && declared().has(name));
}

/** Whether the line declares something, at its outermost level, for scripts or an excerpt's surroundings to use. */
function isForOthers(
  { source: { wholeness }, lines, givesAway }: Linted,
  line: number,
  message: string,
): boolean {
  if (!/^\S/.test(lines[line] ?? "")) return false;
  if (wholeness !== "file") return true;
  return !givesAway && !/\bimported\b/.test(message);
}
