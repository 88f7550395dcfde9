import { setTimeout as delay } from "node:timers/promises";
import { defineCommand, option } from "@faculties/mcp-kit";
import type { ResourcesWatchOutput } from "@faculties/schemas/orchestrator-resources/resources-watch";
import type { Context } from "../context.ts";
import { watchResource } from "../resources/read-resource.ts";
import { pageBounds } from "../store/streams.ts";

const POLL_MS = 200;
const PAGE = 500;

export const tailCommand = defineCommand({
  name: "tail",
  usage: "<uri>",
  summary: "Print a run's events, a child's output or a namespace's changes, and follow them",
  options: {
    json: option.boolean({ flag: "json", describe: "Print one JSON object per line" }),
    once: option.boolean({ flag: "once", describe: "Stop at the end instead of following" }),
    fromSeq: option.integer({
      flag: "from-seq",
      min: 0,
      default: 0,
      describe: "Only what comes after",
    }),
  },
  positionals: [1, 1],
  async run({ context, positionals, values, print, signal }: TailRun) {
    const uri = positionals[0] as string;
    let fromSeq = values.fromSeq;
    while (!signal.aborted) {
      const { page } = await context.database.read((tx) =>
        watchResource(tx, uri, { fromSeq, limit: PAGE }),
      );
      const { next_seq, truncated_before } = pageBounds(page, fromSeq);
      if (truncated_before !== undefined)
        print(`… what came before ${truncated_before} was dropped`);
      for (const entry of page.entries)
        print(values.json ? entry.json : textOf(JSON.parse(entry.json)));
      fromSeq = next_seq;
      if (page.entries.length > 0) continue;
      if (values.once) return;
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  },
});

type TailRun = {
  context: Context;
  positionals: string[];
  values: { json: boolean; once: boolean; fromSeq: number };
  print(line: string): void;
  signal: AbortSignal;
};

function textOf(entry: ResourcesWatchOutput["events"][number]): string {
  const time = new Date(entry.ts).toISOString().slice(11, 23);
  if ("stream" in entry) return `${time} ${entry.stream.padEnd(6)} ${entry.message}`;
  if ("namespace" in entry)
    return `${time} ${entry.kind.padEnd(6)} ${entry.key} ${JSON.stringify(entry.entry?.value ?? null)}`;
  const where = entry.nodeId ?? entry.childId ?? "";
  return `${time} ${entry.level.padEnd(5)} ${entry.kind} ${where} ${JSON.stringify(entry.payload)}`;
}
