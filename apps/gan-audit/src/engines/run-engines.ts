import type { Finding } from "../domain/finding.ts";
import { lineCount } from "../domain/material.ts";
import type { SourceText } from "../domain/source-text.ts";
import type { EngineReport } from "./engine.ts";
import type { SupervisedEngine } from "./supervise-engine.ts";

export type EnginesReport = {
  findings: Finding[];
  notes: string[];
  /** Code that no engine which understands its language has looked at. */
  unchecked: string[];
  /** Whether every engine looked at every text that it is for. */
  isWhole: boolean;
};

const BATCH_FILES = 40;
const BATCH_CHARACTERS = 400_000;
// Enough to find two files that break an engine in a batch; one that breaks over everything is soon given up.
const MOST_RETRIES = 24;

/** Gives every text to the engines for it, in batches, all engines at once. */
export async function runEngines(
  texts: readonly SourceText[],
  engines: readonly SupervisedEngine[],
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<EnginesReport> {
  const report: EnginesReport = { findings: [], notes: [], unchecked: [], isWhole: true };
  const notes = new Set<string>();
  const checked = new Set<SourceText>();
  const tooDeep = new Set<string>();
  const work = engines.map((engine) => ({
    engine,
    texts: texts.filter((text) => engine.isFor(text)),
  }));
  const total = work.reduce((sum, one) => sum + one.texts.length, 0);
  let done = 0;
  async function runOne(engine: SupervisedEngine, own: readonly SourceText[]): Promise<void> {
    const retries = { left: MOST_RETRIES };
    for (const batch of batches(own)) {
      const part = await checkApart(engine, batch, signal, retries);
      const { findings, notes: said, skipped } = part;
      report.findings.push(...findings);
      if (skipped.length > 0) report.isWhole = false;
      for (const note of said) notes.add(note);
      for (const path of part.tooDeep) tooDeep.add(path);
      if (engine.name !== "secrets")
        for (const text of batch) if (!skipped.includes(text.path)) checked.add(text);
      done += batch.length;
      onProgress(done, total);
    }
  }
  await Promise.all(work.map(({ engine, texts: own }) => runOne(engine, own)));
  report.notes.push(...notes);
  for (const text of texts) {
    if (!text.language || checked.has(text)) continue;
    if (tooDeep.has(text.path)) report.findings.push(tooDeepFinding(text));
    else report.unchecked.push(text.path);
  }
  return report;
}

function tooDeepFinding({ path, text }: SourceText): Finding {
  return {
    rule: "internal/too-deep",
    category: "does-not-parse",
    severity: "critical",
    path,
    line: 1,
    endLine: lineCount(text),
    column: 1,
    message:
      "The code is nested too deeply, or too large, to be parsed; split it into smaller parts.",
  };
}

type BatchReport = EngineReport & { tooDeep: string[] };

/** A text that breaks the engine is looked for by halves, so that it fails alone. */
async function checkApart(
  engine: SupervisedEngine,
  texts: readonly SourceText[],
  signal: AbortSignal,
  retries: { left: number },
): Promise<BatchReport> {
  const report = await engine.check(texts, signal);
  if (!report.isCrash || texts.length < 2 || retries.left < 2) {
    const isAlone = report.isTooDeep && texts.length === 1;
    return { ...report, tooDeep: isAlone ? texts.map(({ path }) => path) : [] };
  }
  retries.left -= 2;
  const middle = Math.ceil(texts.length / 2);
  const halves: BatchReport[] = [];
  for (const half of [texts.slice(0, middle), texts.slice(middle)]) {
    const part = await checkApart(engine, half, signal, retries);
    const isCulprit = part.isCrash && half.length === 1;
    const named = part.notes.map((note) => `${half[0]?.path}: ${note}`);
    halves.push(isCulprit ? { ...part, notes: named } : part);
  }
  return {
    findings: halves.flatMap(({ findings }) => findings),
    notes: halves.flatMap(({ notes }) => notes),
    skipped: halves.flatMap(({ skipped }) => skipped),
    tooDeep: halves.flatMap(({ tooDeep }) => tooDeep),
  };
}

function* batches(texts: readonly SourceText[]): Generator<SourceText[]> {
  let batch: SourceText[] = [];
  let size = 0;
  for (const text of texts) {
    if (
      batch.length > 0 &&
      (batch.length >= BATCH_FILES || size + text.text.length > BATCH_CHARACTERS)
    ) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(text);
    size += text.text.length;
  }
  if (batch.length > 0) yield batch;
}
