import type { Check, CheckOutcome } from "@faculties/mcp-kit";
import type { Context } from "./context.ts";
import type { Language } from "./domain/languages.ts";

const SAMPLES: Readonly<Record<string, { path: string; text: string; language: Language }>> = {
  "ast-grep": { path: "a.go", text: "package a\n", language: "go" },
  oxlint: { path: "a.ts", text: "export {};\n", language: "typescript" },
  ruff: { path: "a.py", text: "pass\n", language: "python" },
  secrets: { path: "a.ts", text: "export {};\n", language: "typescript" },
};

/** The checks of `gan-audit doctor`. */
export function checks(context: Context): Check[] {
  return [
    { name: "auditing", run: () => auditing(context) },
    { name: "database", run: () => database(context) },
    { name: "root", run: () => root(context) },
    ...Object.keys(SAMPLES).map((name) => ({ name, run: () => engine(context, name) })),
  ];
}

function auditing({ settings }: Context): CheckOutcome {
  return settings.enabled
    ? { status: "ok", message: "on" }
    : { status: "warn", message: "off; set ENABLE_GAN_AUDITING=true to audit thoughts" };
}

async function database({ storage }: Context): Promise<CheckOutcome> {
  const problems = await storage.integrityProblems();
  return problems.length === 0
    ? { status: "ok", message: storage.describe() }
    : { status: "fail", message: `${storage.describe()}: ${problems.join("; ")}` };
}

async function root({ settings, environment }: Context): Promise<CheckOutcome> {
  const { openWorkTree, resolveRoot } = await import("./material/resolve-root.ts");
  const found = await resolveRoot({
    configured: settings.root,
    roots: async () => undefined,
    cwd: process.cwd(),
  });
  if ("reason" in found) return { status: "warn", message: found.reason };
  const tree = await openWorkTree(found.root, {
    environment,
    signal: new AbortController().signal,
    timeoutMs: Math.min(settings.gitTimeoutMs, 5_000),
  });
  if ("reason" in tree) return { status: "warn", message: `${found.root}: ${tree.reason}` };
  await tree.close();
  return { status: "ok", message: found.root };
}

async function engine(context: Context, name: string): Promise<CheckOutcome> {
  const engines = await context.engines();
  const found = engines.find((one) => one.name === name);
  const sample = SAMPLES[name];
  if (!found || !sample) return { status: "fail", message: "unknown" };
  const { notes } = await found.check(
    [{ ...sample, wholeness: "file" }],
    AbortSignal.timeout(30_000),
  );
  return notes.length === 0
    ? { status: "ok", message: "works" }
    : { status: "fail", message: notes.join("; ") };
}
