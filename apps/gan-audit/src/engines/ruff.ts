import {
  type Diagnostic,
  PositionEncoding,
  start as startRuff,
  Workspace,
} from "@astral-sh/ruff-wasm-nodejs";
import type { Finding, TextEdit } from "../domain/finding.ts";
import { type Place, placesIn } from "../domain/line-offsets.ts";
import type { SourceText } from "../domain/source-text.ts";
import type { Engine, EngineReport } from "./engine.ts";
import type { ReadProgram } from "./read-program.ts";
import { meaningOfRuff, needsWholeFile, RUFF_SETTINGS } from "./ruff-rules.ts";

type RuffLocation = Diagnostic["start_location"];

/** Astral's linter for Python, compiled to WebAssembly. */
export async function createRuff(read: ReadProgram): Promise<Engine> {
  startRuff(await read("ruff"));
  const workspace = new Workspace(RUFF_SETTINGS, PositionEncoding.Utf16);
  return {
    async check(texts): Promise<EngineReport> {
      const python = texts.filter((source) => source.language === "python");
      return {
        findings: python.flatMap((source) => checkText(workspace, source)),
        notes: [],
        skipped: [],
      };
    },
  };
}

function checkText(workspace: Workspace, source: SourceText): Finding[] {
  // Comments that switch rules off would let the code under judgement choose its judge.
  const text = source.text.replaceAll(/noqa|ruff:/gi, (word) => `${word.slice(0, -1)}_`);
  const placeAt = placesIn(source.text);
  const diagnostics: Diagnostic[] = workspace.check(text);
  const isMisspelt = misspeltIn(source.text);
  return diagnostics.flatMap(
    (diagnostic) => findingOf(diagnostic, source, placeAt, isMisspelt) ?? [],
  );
}

function findingOf(
  diagnostic: Diagnostic,
  { path, text, wholeness }: SourceText,
  placeAt: (row: number, column: number) => Place,
  isMisspelt: (name: string) => boolean,
): Finding | undefined {
  const { code, message, start_location, end_location, fix } = diagnostic;
  const isBroken = code === null || code === "invalid-syntax";
  if (isBroken && wholeness === "fragment") return undefined;
  if (!isBroken && wholeness !== "file" && needsWholeFile(code)) return undefined;
  const meaning = isBroken
    ? ({ category: "does-not-parse", severity: "critical" } as const)
    : meaningOfRuff(code);
  if (!meaning) return undefined;
  const placeOf = ({ row, column }: RuffLocation) => placeAt(row - 1, column - 1);
  const start = placeOf(start_location);
  if (isSideline(code, path, lineOf(text, start))) return undefined;
  if (code === "F821" && !isMisspelt(/`(\w+)`/.exec(message)?.[1] ?? "")) return undefined;
  const edits = fix?.edits.map((edit): TextEdit => ({
    start: placeOf(edit.location).offset,
    end: placeOf(edit.end_location).offset,
    text: edit.content ?? "",
  }));
  return {
    rule: `ruff/${code ?? "invalid-syntax"}`,
    ...meaning,
    path,
    line: start.line,
    endLine: Math.max(start.line, placeOf(end_location).line),
    column: start.column,
    message: isBroken ? `The code does not parse: ${message}.` : sentence(message),
    ...(edits && { fix: edits }),
  };
}

function lineOf(text: string, { offset, column }: Place): string {
  const end = text.indexOf("\n", offset);
  return text.slice(offset - column + 1, end === -1 ? text.length : end + 1);
}

/** Whether ruff reports something intended, such as an import for others to use or a check that an attribute exists. */
function isSideline(code: string | null, path: string, line: string): boolean {
  if (code === "F401") return /#\s*noqa/i.test(line) || /(^|\/)__init__\.py$/.test(path);
  if (code === "B018") return /^\s*[\w.]+\.\w+\s*(#.*)?$/.test(line);
  return code === "E721" && (line.match(/\btype\(/g)?.length ?? 0) > 1;
}

/** An undefined name counts when it is almost one of the file's own; others may come from elsewhere. */
function misspeltIn(text: string): (name: string) => boolean {
  const judged = new Map<string, boolean>();
  let names: Set<string> | undefined;
  return (name) => {
    names ??= new Set(text.match(/[A-Za-z_]\w*/g));
    const known =
      judged.get(name) ??
      [...names].some((other) => other !== name && name !== "" && isNearMiss(name, other));
    judged.set(name, known);
    return known;
  };
}

const sentence = (message: string): string => (message.endsWith(".") ? message : `${message}.`);

const SHORTEST = 4;

/** Whether one slip of the finger (a letter left out, put in, changed, or two swapped) makes one name of the other. */
function isNearMiss(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length < SHORTEST || long.length - short.length > 1 || left === right) return false;
  if (left.toLowerCase() === right.toLowerCase()) return false;
  // Plurals and numbered names are different names.
  if (long === `${short}s` || short.replace(/\d+$/, "") === long.replace(/\d+$/, "")) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (long.length > short.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const isSwap = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isSwap && short.slice(start + 2) === long.slice(start + 2);
}
