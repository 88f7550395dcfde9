import { ConfigError, defineCommand, option } from "@faculties/mcp-kit";
import { WorkerLabel } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { Context } from "../context.ts";
import { cutOffAfter } from "../remote/node-worker.ts";

export const workerCommand = defineCommand({
  name: "worker",
  usage: "",
  summary: "Run nodes of other servers' runs here, by their label; needs DATABASE_URL",
  options: {
    labels: option.list({
      flag: "label",
      env: "ORCHESTRATOR_WORKER_LABELS",
      placeholder: "a,b",
      describe: "Run nodes with one of these labels (their attribute worker_label)",
    }),
    concurrency: option.integer({
      flag: "concurrency",
      env: "ORCHESTRATOR_WORKER_CONCURRENCY",
      min: 1,
      max: 1024,
      default: 4,
      describe: "Nodes at a time, within --max-children",
    }),
  },
  positionals: [0, 0],
  async run({ context, values, print, signal }: WorkerRun) {
    const labels = [...new Set(values.labels ?? [])];
    const bad = labels.find((label) => !WorkerLabel.safeParse(label).success);
    if (labels.length === 0) throw new ConfigError("Name at least one label, such as --label gpu.");
    if (bad !== undefined)
      throw new ConfigError(
        `The label "${bad}" must be at most 50 letters, digits, dots, dashes and underscores.`,
      );
    const { worker, database, settings } = context;
    if (!worker)
      throw new ConfigError("Workers need PostgreSQL. Set DATABASE_URL to that of the servers.");
    if (cutOffAfter(settings.host, settings.children.killGraceMs) <= 0)
      throw new ConfigError("Set --kill-grace-ms to less than half of --host-silence-ms.");
    await context.ready("worker");
    const concurrency = Math.min(values.concurrency, settings.safety.maxChildren);
    await worker.run({ labels, concurrency }, signal, () =>
      print(
        `${database.writer} on ${settings.host.name} takes ${labels.join(", ")}; ${concurrency} at a time.`,
      ),
    );
  },
});

type WorkerRun = {
  context: Context;
  values: { labels: string[] | undefined; concurrency: number };
  print(line: string): void;
  signal: AbortSignal;
};
