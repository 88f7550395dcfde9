import type { Check, CheckOutcome } from "@faculties/mcp-kit";
import type { ConverseContext } from "../context.ts";
import type * as runChecks from "./run-checks.ts";

type Checks = typeof runChecks;

const KEYED = ["openai", "google", "xai", "anthropic", "openrouter"];

/** What `converse doctor` looks at: the database, what is configured, and whether it answers. */
export function checks(context: ConverseContext): Check[] {
  const check = (name: string, run: (checks: Checks) => Promise<CheckOutcome>): Check => ({
    name,
    run: async () => run(await import("./run-checks.ts")),
  });
  return [
    check("database", ({ checkDatabase }) => checkDatabase(context)),
    check("allowed directories", ({ checkDirectories }) => checkDirectories(context)),
    ...KEYED.map((name) => check(name, ({ checkVendor }) => checkVendor(name, context))),
    check("compatible", ({ checkEndpoints }) => checkEndpoints(context)),
    check("cli", ({ checkAgents }) => checkAgents(context)),
    check("models", ({ checkModels }) => checkModels(context)),
  ];
}
