import type { BbBatchSetOutput } from "@faculties/schemas/orchestrator-resources/bb-batch-set";
import type { BbSetOutput } from "@faculties/schemas/orchestrator-resources/bb-set";
import type { BbWatchOutput } from "@faculties/schemas/orchestrator-resources/bb-watch";
import type { GraphMutateOutput } from "@faculties/schemas/orchestrator-resources/graph-mutate";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import { contend, temporaryHome, type TestServer } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { start } from "./support/start.ts";
import { createGraph, joinRun, startRun, watchAll } from "./support/work.ts";

/** Processes and rounds; POSTGRES_ROUNDS=8x200 makes a long run. */
const [PROCESSES = 3, ROUNDS = 5] = (process.env["POSTGRES_ROUNDS"] ?? "3x5")
  .split("x")
  .map(Number);
const KEPT = 50 * PROCESSES * ROUNDS;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const byNumber = (left: number, right: number) => left - right;

type Change = BbWatchOutput["events"][number];

let servers: TestServer<"2025">[];
beforeAll(async () => {
  const home = await temporaryHome();
  const limits = ["--max-event-history", String(KEPT), "--heartbeat-interval-ms", "250"];
  const args = ["--enable-all", ...limits];
  servers = await Promise.all(upTo(PROCESSES).map(() => start(args, { home })));
});

/** Follows all changes of the blackboard as a client does; what came behind its back would be missing. */
async function follow(server: TestServer, signal: AbortSignal) {
  const seen: Change[] = [];
  for (let next = 0; ;) {
    const isOver = signal.aborted;
    const page = await server.callOk<BbWatchOutput>("bb_watch", { from_seq: next, limit: 7 });
    seen.push(...page.events);
    next = page.next_seq;
    if (isOver && page.events.length === 0) return seen;
  }
}

async function whileFollowed<Result>(
  work: () => Promise<Result>,
): Promise<[result: Result, seen: Change[]]> {
  const over = new AbortController();
  const following = follow(servers.at(-1)!, over.signal);
  const result = await work();
  over.abort();
  return [result, await following];
}

function valuesOf<Value>(rounds: PromiseSettledResult<Value>[][]): Value[] {
  return rounds.flat().map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

describe(
  "several servers on one PostgreSQL",
  { timeout: 20_000 + PROCESSES * ROUNDS * 200 },
  () => {
    test("give every version once, and show a watcher each change once in its order", async () => {
      const act = async (server: TestServer, round: number, place: number) => {
        const set = (key: string, more = {}) =>
          server.callOk<BbSetOutput & { idempotent?: boolean }>("bb_set", {
            key,
            value: `${round} by ${place}`,
            ...more,
          });
        // In different orders: servers that locked one key after the other would deadlock.
        const both = place % 2 === 0 ? ["hot:b", "hot:c"] : ["hot:c", "hot:b"];
        const [shared, own, batch, once] = await Promise.all([
          set("hot:a"),
          set(`own:${place}`, { tags: [`t${round}`] }),
          server.callOk<BbBatchSetOutput>("bb_batch_set", {
            entries: both.map((key) => ({ key, value: place })),
          }),
          server.callOk<BbSetOutput & { idempotent: boolean }>("bb_set", {
            key: "once:a",
            value: round,
            idempotency_key: `round ${round}`,
          }),
        ]);
        const [b, c] = batch.entries.toSorted((left, right) => (left.key < right.key ? -1 : 1));
        return { a: shared.entry.version, b, c, own: own.entry.version, place, once };
      };
      const [rounds, seen] = await whileFollowed(() => contend(servers, ROUNDS, act));
      const all = valuesOf(rounds);
      const total = PROCESSES * ROUNDS;
      expect(all.map(({ a }) => a).toSorted(byNumber)).toEqual(upTo(total));
      expect(all.map(({ b }) => b?.version ?? 0).toSorted(byNumber)).toEqual(upTo(total));
      expect(all.map(({ b }) => b?.version)).toEqual(all.map(({ c }) => c?.version));
      for (const place of servers.keys())
        expect(all.filter((one) => one.place === place).map(({ own }) => own)).toEqual(
          upTo(ROUNDS),
        );
      const firsts = all.filter(({ once }) => !once.idempotent);
      expect(firsts.map(({ once }) => once.entry.version).toSorted(byNumber)).toEqual(upTo(ROUNDS));

      expect(seen.map(({ seq }) => seq)).toEqual(upTo(4 * total + ROUNDS));
      const versions = (key: string) =>
        seen.filter((event) => event.key === key).map(({ version }) => version);
      for (const key of ["hot:a", "hot:b", "hot:c"]) expect(versions(key)).toEqual(upTo(total));
      expect(versions("once:a")).toEqual(upTo(ROUNDS));
      for (const place of servers.keys()) expect(versions(`own:${place}`)).toEqual(upTo(ROUNDS));
    });

    test("expire an entry once, whichever server notices it, and then start again at version 1", async () => {
      valuesOf(
        await contend(servers, ROUNDS, (server, _, place) =>
          server.callOk("bb_set", { key: `brief:${place % 2}`, value: place, ttl_ms: 1 + place }),
        ),
      );
      const events = await watchAll<Change>(servers[0]!, "sc://blackboard/brief");
      const versions = new Map<string, number>();
      for (const { kind, key, version } of events) {
        const before = versions.get(key);
        if (kind === "set") expect(version).toBe((before ?? 0) + 1);
        else expect([kind, version]).toEqual(["expire", before]);
        if (kind === "set") versions.set(key, version);
        else versions.delete(key);
      }
      expect(events.filter(({ kind }) => kind === "set")).toHaveLength(PROCESSES * ROUNDS);
    });

    test("let one of them win each version of a graph, and tell each run's events in order", async () => {
      const [first] = servers as [TestServer<"2025">];
      await createGraph(first, "contested", ["a", "b", "c"]);
      const rounds = await contend(servers, ROUNDS, (server, round, place) =>
        server.call("graph_mutate", {
          graph_id: "contested",
          expected_version: round + 1,
          ops: [{ op: "add_node", id: `${round} by ${place}` }],
        }),
      );
      for (const [round, outcomes] of rounds.entries()) {
        const answers = outcomes.map((one) =>
          one.status === "fulfilled" ? one.value.structuredContent : one.reason,
        ) as (GraphMutateOutput & { code?: string })[];
        expect(answers.map(({ code, version }) => code ?? version).toSorted()).toEqual(
          [round + 2, ...servers.slice(1).map(() => "E-TX-CONFLICT")].toSorted(),
        );
      }
      const runs = await Promise.all(servers.map((server) => startRun(server, "contested")));
      await Promise.all(runs.map(({ run_id }, place) => joinRun(servers[place]!, run_id)));
      const numbers = await Promise.all(
        runs.map(async ({ run_id }) => {
          const events = await watchAll<ResourceRunEvent>(first, `sc://runs/${run_id}/events`);
          expect(events.map(({ kind }) => kind).at(-1)).toBe("AGGREGATE");
          expect(events.every((event) => event.runId === run_id)).toBe(true);
          return events.map(({ seq }) => seq);
        }),
      );
      for (const seqs of numbers) expect(seqs).toEqual(seqs.toSorted(byNumber));
      expect(new Set(numbers.flat()).size).toBe(numbers.flat().length);
    });

    test("keep together as many changes as they may, and say what is gone", async () => {
      const entries = upTo(100).map((number) => ({ key: `many:${number}`, value: number }));
      const batches = Math.ceil(KEPT / 100 / PROCESSES) + 1;
      valuesOf(
        await contend(servers, batches, (server) => server.callOk("bb_batch_set", { entries })),
      );
      const events = await watchAll<Change>(servers[0]!, "sc://blackboard/many");
      expect(events).toHaveLength(KEPT);
      expect(events.at(-1)?.version).toBe(batches * PROCESSES);
      const page = await servers[0]!.callOk<BbWatchOutput>("bb_watch", { namespace: "many" });
      expect(page.truncated_before).toBe(events[0]?.seq);
    });
  },
);
