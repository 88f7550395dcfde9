import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { findSecrets } from "../domain/find-secrets.ts";
import type { Finding } from "../domain/finding.ts";
import type { SourceText } from "../domain/source-text.ts";
import type { Engine, EngineReport } from "./engine.ts";

const PRESET = "@secretlint/secretlint-rule-preset-recommend";
// Its patterns are meant for files that people write.
const LONGEST_LINTED = 1024 * 1024;

/** Secretlint's recommended rules, and this server's own for what has no known form. */
export function createSecrets(): Engine {
  // Secretlint marks its every step and searches all marks again at each: after a thousand files it does little else.
  Object.defineProperty(performance, "mark", { value: () => undefined });
  return {
    async check(texts): Promise<EngineReport> {
      const findings: Finding[] = [];
      for (const source of texts) {
        const own = findSecrets(source.path, source.text);
        const known = source.text.length <= LONGEST_LINTED ? await lint(source) : [];
        const lines = new Set(own.map(({ line }) => line));
        findings.push(...own, ...known.filter(({ line }) => !lines.has(line)));
      }
      return { findings, notes: [], skipped: [] };
    },
  };
}

async function lint({ path, text }: SourceText): Promise<Finding[]> {
  const { messages } = await lintSource({
    source: {
      filePath: path,
      content: text,
      contentType: "text",
      ext: /\.\w+$/.exec(path)?.[0] ?? "",
    },
    options: {
      maskSecrets: true,
      noPhysicFilePath: true,
      config: { rules: [{ id: PRESET, rule: creator }] },
    },
  });
  return messages
    .filter((message) => message.type === "message" && message.severity !== "info")
    .map((message): Finding => {
      const rule = message.ruleId.replace("@secretlint/secretlint-rule-", "");
      return {
        rule: `secretlint/${rule}`,
        category: "secret",
        severity: "critical",
        path,
        line: message.loc.start.line,
        endLine: message.loc.start.line,
        column: message.loc.start.column + 1,
        // The engine's own message repeats what it found.
        message: `A secret (${rule}) is written here; revoke it, and read it from the environment.`,
      };
    });
}
