import { type Command, defineCommand, option } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import type { Context } from "../context.ts";
import { FILES_USAGE, fileOptions, MOST_PATHS, scopeOf } from "./examined-files.ts";

const PASSED = 0;
const NOT_PASSED = 1;

/** `gan-audit check`: for people and for CI. */
export const check: Command<Context> = defineCommand({
  name: "check",
  usage: FILES_USAGE,
  summary: "Judge files; the exit code is 0 when they pass and 1 when they do not",
  options: {
    ...fileOptions,
    json: option.boolean({ flag: "json", describe: "Print the review as JSON" }),
  },
  positionals: [0, MOST_PATHS],
  async run({ context, positionals, values, print, signal }) {
    const { auditFromCli } = await import("../audit/audit-from-cli.ts");
    const { material, panel } = await auditFromCli(
      context,
      scopeOf(positionals, values.diff),
      signal,
    );
    const { overall } = panel;
    if (
      overall === undefined ||
      (material.texts.length === 0 && (!values.diff || material.shortfall))
    )
      throw nothingJudged([...panel.cards.flatMap(({ notes }) => notes ?? []), ...material.notes]);
    const { buildReview } = await import("../domain/build-review.ts");
    const { renderReport } = await import("../domain/render-report.ts");
    const { threshold } = context.settings;
    const review = buildReview({
      panel: { ...panel, overall },
      material,
      threshold,
      iterations: 1,
      proposedDiff: null,
      notes: [],
    });
    print(values.json ? JSON.stringify(review, null, 2) : renderReport(review, panel.findings));
    if (material.shortfall && !values.json)
      print("Not everything that was named could be read, so this is no pass.");
    return review.verdict === "pass" && !material.shortfall ? PASSED : NOT_PASSED;
  },
}) as Command<Context>;

/** Goes to stderr, so that a program that reads the JSON gets nothing else. */
function nothingJudged(reasons: readonly string[]): CodedError {
  return new CodedError("NOTHING_JUDGED", ["Nothing could be judged.", ...reasons].join("\n"));
}
