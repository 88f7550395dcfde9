import { randomUUID } from "node:crypto";
import { migrateToContract, withoutPassword } from "@faculties/storage/testing";
import { startRaw, temporaryHome, waitUntil } from "@faculties/testkit";
import { expect, test } from "vitest";
import { migrations } from "../src/store/migrations.ts";
import {
  entry,
  record,
  runMemory,
  search,
  startMemory,
  supersede,
  withDatabase,
} from "./start-memory.ts";

migrateToContract({ entry, server: "agent-memory", migrations });

const IN_A_FILE = { DATABASE_URL: undefined };

test("finds decisions of a file in PostgreSQL, and records more", async () => {
  const home = await temporaryHome();
  const url = home.env["DATABASE_URL"] ?? "";
  const onFile = await startMemory({ home, env: IN_A_FILE });
  const old = await record(onFile, "Queue", "Use Kafka", "A log of events that many read");
  const current = await supersede(onFile, "Queue", "Use NATS", old);
  await record(onFile, "Cache", "Use Valkey", "Sessions are looked up often");
  const queries = ["kafka", "sessions", "where do messages wait", "NATS queue"];
  const answers = (server: typeof onFile) =>
    Promise.all(queries.map((query) => search(server, query, { include_superseded: true })));
  const before = await waitUntil(async () => {
    const found = await answers(onFile);
    return found.every(({ search: how }) => how === "hybrid") ? found : undefined;
  });
  await onFile.close();
  const { args, env } = withoutPassword(url);
  const moved = await runMemory(home, ["migrate-to", ...args], { env: { ...IN_A_FILE, ...env } });
  expect(moved.code).toBe(0);

  await using onPostgres = await startMemory({ home });
  const after = await answers(onPostgres);
  const ids = (found: typeof before) => found.map(({ results }) => results.map(({ id }) => id));
  expect(ids(after)).toEqual(ids(before));
  const newest = await supersede(onPostgres, "Queue", "Use Redis streams", current);
  expect((await search(onPostgres, "redis")).results[0]).toMatchObject({ id: newest });
});

test("resumes after it was killed, and makes a file the data of one tenant", async () => {
  const home = await temporaryHome();
  const url = home.env["DATABASE_URL"] ?? "";
  const onFile = await startMemory({ home, env: IN_A_FILE });
  const kept = await record(onFile, "Queue", "Use Kafka");
  await onFile.close();
  withDatabase(home, (database) => {
    const add = database.prepare("insert into sequences (name, value) values (?, ?)");
    database.transaction(() => {
      for (let count = 0; count < 20_000; count += 1) add.run(randomUUID(), count);
    })();
  });
  const target = withoutPassword(url);
  const args = ["migrate-to", ...target.args, "--into-tenant", "red-team"];
  const env = { ...IN_A_FILE, ...target.env };
  const first = await startRaw({ entry, home, args, env });
  await waitUntil(() => first.stderr().includes("audit: 1 rows copied"));
  await first.kill("SIGKILL");
  const { code, stdout } = await runMemory(home, args, { env });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/^Copied 2\d{4} rows from .* for the tenant red-team and compared them\./);

  const list = async (...more: string[]) => (await runMemory(home, ["list", ...more])).stdout;
  expect(await list("--tenant", "red-team")).toContain(kept);
  expect(await list()).toBe("There is nothing to list.\n");
  expect(await runMemory(home, args, { env })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/There is data already .* schema agent_memory_red_team/),
  });
});

test.each([
  [["--into-tenant", "Red Team"], /--into-tenant must be 1 to 40 of/],
  [["--into-tenant", "red", "--tenant", "blue"], /or --into-tenant to copy the file/],
])("refuses %j", async (more, message) => {
  const home = await temporaryHome();
  const { args, env } = withoutPassword(home.env["DATABASE_URL"] ?? "");
  const given = ["migrate-to", ...args, ...more];
  expect(await runMemory(home, given, { env: { ...IN_A_FILE, ...env } })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(message),
  });
});
