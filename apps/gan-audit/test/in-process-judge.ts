import { setFlagsFromString } from "node:v8";
import type { Finding } from "../src/domain/finding.ts";
import { languageOfPath } from "../src/domain/languages.ts";
import { scoreFindings, settleFindings } from "../src/domain/settle-findings.ts";
import { createAstGrep } from "../src/engines/ast-grep.ts";
import { WASM_FLAGS } from "../src/engines/fork-engine.ts";
import { startOxlint } from "../src/engines/oxlint.ts";
import { programsIn } from "../src/engines/read-program.ts";
import { createRuff } from "../src/engines/ruff.ts";
import { createSecrets } from "../src/engines/secrets.ts";

const read = programsIn(new URL("../dist/", import.meta.url));

export type Judged = { overall: number; findings: Finding[] };

/** Judges many files by all engines without their processes; each file for itself. */
export async function judgeInProcess(
  files: ReadonlyMap<string, string>,
): Promise<Map<string, Judged>> {
  const texts = [...files].map(([path, text]) => ({
    path,
    text,
    language: languageOfPath(path),
    wholeness: "file" as const,
  }));
  for (const flag of WASM_FLAGS) setFlagsFromString(flag);
  const oxlint = startOxlint();
  const engines = [await createAstGrep(read), oxlint, await createRuff(read), createSecrets()];
  const reports = await Promise.all(engines.map((engine) => engine.check(texts)));
  oxlint.kill();
  const byPath = groupByPath(
    settleFindings(
      reports.flatMap((report) => report.findings),
      new Map(),
    ),
  );
  return new Map(
    texts.map(({ path, text }) => {
      const findings = byPath.get(path) ?? [];
      return [
        path,
        { overall: scoreFindings(findings, text.split("\n").length).overall, findings },
      ];
    }),
  );
}

function groupByPath(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings)
    groups.set(finding.path, [...(groups.get(finding.path) ?? []), finding]);
  return groups;
}
