import type { Finding } from "../domain/finding.ts";
import type { SourceText } from "../domain/source-text.ts";
import type { EngineSet } from "./engine-set.ts";
import type { EngineReport } from "./engine.ts";
import type { SupervisedEngine } from "./supervise-engine.ts";

export type EnginesReport = {
  findings: Finding[];
  notes: string[];
  /** Code that no engine which understands its language has looked at. */
  unchecked: string[];
};

const BATCH_FILES = 40;
const BATCH_CHARACTERS = 400_000;
// Enough to find two files that break an engine in a batch; one that breaks over everything is soon given up.
const MOST_RETRIES = 24;

/** Gives every text to the engines for it, in batches, all engines at once. */
export async function runEngines(
  texts: readonly SourceText[],
  engines: EngineSet,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<EnginesReport> {
  const report: EnginesReport = { findings: [], notes: [], unchecked: [] };
  const notes = new Set<string>();
  const checked = new Set<SourceText>();
  const work = engines.all.map((engine) => ({
    engine,
    texts: texts.filter((text) => engines.enginesFor(text).includes(engine)),
  }));
  const total = work.reduce((sum, one) => sum + one.texts.length, 0);
  let done = 0;
  async function runOne(engine: SupervisedEngine, own: readonly SourceText[]): Promise<void> {
    const retries = { left: MOST_RETRIES };
    for (const batch of batches(own)) {
      const { findings, notes: said, skipped } = await checkApart(engine, batch, signal, retries);
      report.findings.push(...findings);
      for (const note of said) notes.add(note);
      if (engine.name !== "secrets")
        for (const text of batch) if (!skipped.includes(text.path)) checked.add(text);
      done += batch.length;
      onProgress(done, total);
    }
  }
  await Promise.all(work.map(({ engine, texts: own }) => runOne(engine, own)));
  report.notes.push(...notes);
  report.unchecked.push(
    ...texts.filter((text) => text.language && !checked.has(text)).map(({ path }) => path),
  );
  return report;
}

/** A text that breaks the engine is looked for by halves, so that it fails alone. */
async function checkApart(
  engine: SupervisedEngine,
  texts: readonly SourceText[],
  signal: AbortSignal,
  retries: { left: number },
): Promise<EngineReport> {
  const report = await engine.check(texts, signal);
  if (!report.isCrash || texts.length < 2 || retries.left < 2) return report;
  retries.left -= 2;
  const middle = Math.ceil(texts.length / 2);
  const halves: EngineReport[] = [];
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
