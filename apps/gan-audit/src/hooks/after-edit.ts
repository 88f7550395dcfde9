import { readFile, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import type { Hook, HookInput } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import type { Finding } from "../domain/finding.ts";
import { languageOfPath } from "../domain/languages.ts";
import { changedLines } from "./changed-lines.ts";

const MOST_FILES = 20;
const MOST_SHOWN = 8;
const LARGEST_FILE = 512 * 1024;

/** After an edit, what the review finds on the lines that were written; nothing when they are clean. */
export const afterEdit: Hook<Context> = {
  event: "PostToolUse",
  async run({ context, input, signal }) {
    const files = await codeFiles(input);
    if (files.length === 0) return undefined;
    const { auditFromCli } = await import("../audit/audit-from-cli.ts");
    const config = { scope: "paths" as const, paths: files };
    const { panel } = await auditFromCli(context, config, signal);
    const findings = (
      await Promise.all(files.map((file) => onChangedLines(file, input, panel.findings)))
    ).flat();
    return findings.length === 0 ? undefined : renderFindings(findings);
  },
};

/** The edited files that the review can read and that are not too large for a hook, relative to the project. */
async function codeFiles({ cwd = process.cwd(), files }: HookInput): Promise<string[]> {
  const known = files.filter((file) => languageOfPath(file) !== undefined).slice(0, MOST_FILES);
  const sizes = await Promise.all(
    known.map((file) =>
      stat(resolve(cwd, file)).then(
        ({ size }) => size,
        () => Infinity,
      ),
    ),
  );
  return known
    .filter((_, at) => (sizes[at] ?? Infinity) <= LARGEST_FILE)
    .map((file) => relative(process.cwd(), isAbsolute(file) ? file : resolve(cwd, file)));
}

async function onChangedLines(
  file: string,
  { written }: HookInput,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const own = findings.filter(({ path }) => path === file.replaceAll("\\", "/"));
  if (own.length === 0) return [];
  const lines = changedLines(await readFile(file, "utf8"), written);
  return own.filter(
    ({ line, endLine }) =>
      lines === undefined || lines.some((one) => one >= line && one <= endLine),
  );
}

function renderFindings(findings: readonly Finding[]): string {
  const shown = findings
    .slice(0, MOST_SHOWN)
    .map(
      ({ path, line, severity, category, message }) =>
        `- ${path}:${line} ${severity} ${category}: ${message}`,
    );
  const more = findings.length - shown.length;
  return [
    "gan-audit found this on the lines that you just wrote. Fix it now, or say why it is right:",
    ...shown,
    ...(more > 0 ? [`- and ${more} more; review the file with sequentialthinking`] : []),
  ].join("\n");
}
