import { CodedError } from "@faculties/errors";
import type { Finding } from "../domain/finding.ts";
import { countLines, lineCount, type Material } from "../domain/material.ts";
import { scoreFindings, settleFindings } from "../domain/settle-findings.ts";
import { isUnreadCode } from "../domain/code-signals.ts";
import type { SupervisedEngine } from "../engines/supervise-engine.ts";
import { runEngines } from "../engines/run-engines.ts";
import type { Judge } from "./judge.ts";

export const INTERNAL = "internal";

const LANGUAGES = "Only TypeScript, JavaScript, Python, Go and Java are analysed.";

/** Static analysis by engines that need no key and no network. */
export function createInternalJudge(engines: readonly SupervisedEngine[]): Judge {
  return {
    name: INTERNAL,
    async judge({ material, signal, onProgress }) {
      const { texts, counted } = material;
      const report = await runEngines(texts, engines, signal, onProgress);
      const code = texts.filter(({ language }) => language !== undefined).length;
      if (code > 0 && report.unchecked.length === code)
        throw new CodedError(
          "NO_ENGINE",
          `No engine could look at the code. ${report.notes.join(". ")}`,
        );
      const findings = settleFindings(insideTexts(report.findings, material), counted);
      const { overall, dimensions } = scoreFindings(findings, countLines(material));
      const unchecked =
        report.unchecked.length > 0
          ? [`not analysed: ${report.unchecked.slice(0, 10).join(", ")}`]
          : [];
      const unread = texts.filter(isUnreadCode).map(({ path }) => path);
      const isBlind = unread.length > 0 && code === 0 && findings.length === 0;
      return {
        score: isBlind ? undefined : overall,
        dimensions: isBlind ? [] : dimensions,
        findings,
        citations: [],
        notes: [...report.notes, ...unchecked, ...(isBlind ? [LANGUAGES] : [])],
        unread,
        isWhole: report.isWhole,
      };
    },
  };
}

/** A parser reports what is missing behind the last line; people look for it on that line. */
function insideTexts(findings: readonly Finding[], { texts }: Material): Finding[] {
  const lengths = new Map(texts.map(({ path, text }) => [path, Math.max(1, lineCount(text))]));
  return findings.map((finding) => {
    const last = lengths.get(finding.path) ?? finding.line;
    return finding.line <= last ? finding : { ...finding, line: last, endLine: last };
  });
}
