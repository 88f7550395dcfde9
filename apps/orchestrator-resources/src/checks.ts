import { accessSync, statSync } from "node:fs";
import type { Check, CheckOutcome } from "@faculties/mcp-kit";
import type { Context } from "./context.ts";
import { newestRuns } from "./store/runs.ts";
import { liveWorkers } from "./remote/remote-nodes.ts";

/** The checks of `doctor`. */
export function checks(context: Context): readonly Check[] {
  return [
    { name: "database", run: () => checkDatabase(context) },
    { name: "commands", run: () => checkCommands(context) },
    { name: "roots", run: () => checkRoots(context) },
    { name: "children", run: checkPlatform },
    { name: "runs", run: () => checkRuns(context) },
    { name: "workers", run: () => checkWorkers(context) },
  ];
}

async function checkDatabase({ storage }: Context): Promise<CheckOutcome> {
  const problems = await storage.integrityProblems();
  if (problems.length === 0) return ok(`${storage.describe()} is sound`);
  return fail(`${storage.describe()}: ${problems.join("; ")}. Restore a backup.`);
}

function checkCommands({ settings, policy }: Context): CheckOutcome {
  const { allowCommands } = settings.children;
  if (allowCommands.length === 0)
    return warn(
      "no program is allowed, so no child can be started; allow one with --allow-command",
    );
  const missing = allowCommands.filter((command) => policy.resolve(command) === undefined);
  if (missing.length > 0) return fail(`not found or not executable: ${missing.join(", ")}`);
  return ok(allowCommands.map((command) => policy.resolve(command)).join(", "));
}

function checkRoots({ settings }: Context): CheckOutcome {
  const { allowRoots } = settings.children;
  if (allowRoots.length === 0)
    return ok("none; children work in the system's folder for temporary files");
  const missing = allowRoots.filter(
    (root) => !statSync(root, { throwIfNoEntry: false })?.isDirectory(),
  );
  if (missing.length > 0) return fail(`no folder: ${missing.join(", ")}`);
  return ok(allowRoots.join(", "));
}

function checkPlatform(): CheckOutcome {
  try {
    accessSync("/bin/sh");
  } catch {
    return fail("children need /bin/sh, which this system does not have");
  }
  return process.platform === "linux"
    ? ok("memory and CPU limits are kept")
    : warn("memory and CPU limits are kept on Linux only; time limits are kept");
}

async function checkRuns({ database }: Context): Promise<CheckOutcome> {
  const runs = await database.query((tx) => newestRuns(tx, 100));
  const active = runs.filter(({ state }) => state === "running" || state === "paused").length;
  return ok(`${active} of the last ${runs.length} runs are active`);
}

async function checkWorkers({ database, worker, settings }: Context): Promise<CheckOutcome> {
  if (!worker) return ok("none; nodes run on other hosts with DATABASE_URL only");
  const workers = await database.query((tx) => liveWorkers(tx, settings.host, database.now()));
  if (workers.length === 0) return ok("none has joined; nodes with a worker_label wait for one");
  const byLabel = new Map<string, string[]>();
  for (const { labels, host, pid } of workers)
    for (const label of labels)
      byLabel.set(label, [...(byLabel.get(label) ?? []), `${host} (pid ${pid})`]);
  return ok([...byLabel].map(([label, where]) => `${label}: ${where.join(", ")}`).join("; "));
}

function ok(message: string): CheckOutcome {
  return { status: "ok", message };
}

function warn(message: string): CheckOutcome {
  return { status: "warn", message };
}

function fail(message: string): CheckOutcome {
  return { status: "fail", message };
}
