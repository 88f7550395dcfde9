import { writeFile } from "node:fs/promises";
import { type Command, ConfigError, defineCommand, option } from "@faculties/mcp-kit";
import manifest from "../../package.json" with { type: "json" };
import type { Context } from "../context.ts";
import { FILES_USAGE, fileOptions, MOST_PATHS, scopeOf } from "./examined-files.ts";

/** `gan-audit sarif`: for code hosts and editors. Findings do not make the command fail. */
export const sarif: Command<Context> = defineCommand({
  name: "sarif",
  usage: FILES_USAGE,
  summary: "Judge files and print SARIF 2.1.0",
  options: {
    ...fileOptions,
    output: option.text({
      flag: "output",
      placeholder: "file",
      describe: "Write to this file instead of stdout",
    }),
  },
  positionals: [0, MOST_PATHS],
  async run({ context, positionals, values, print, signal }) {
    const { auditFromCli } = await import("../audit/audit-from-cli.ts");
    const { material, panel } = await auditFromCli(
      context,
      scopeOf(positionals, values.diff),
      signal,
    );
    const { toSarif } = await import("../domain/to-sarif.ts");
    const notes = [...material.notes, ...panel.cards.flatMap((card) => card.notes ?? [])];
    const log = JSON.stringify(
      toSarif({ version: manifest.version, findings: panel.findings, notes }),
      null,
      2,
    );
    if (values.output === undefined) print(log);
    else await write(values.output, `${log}\n`);
    return panel.overall === undefined || material.shortfall ? 1 : 0;
  },
}) as Command<Context>;

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `--output ${file} cannot be written (${code}); name a file in a folder that exists.`,
    );
  }
}
