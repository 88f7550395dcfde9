import { migrateToContract, withoutPassword } from "@faculties/storage/testing";
import { runProgram, temporaryHome } from "@faculties/testkit";
import { expect, test } from "vitest";
import { migrations } from "../src/store/migrations.ts";
import { entry, everything, start } from "./support/start.ts";
import {
  createGraph,
  linesOf,
  runChild,
  runGraph,
  script,
  scriptNode,
  watchAll,
} from "./support/work.ts";

migrateToContract({ entry, server: "orchestrator-resources", migrations });

test("shows in PostgreSQL what ran on a file, and numbers what follows after it", async () => {
  const home = await temporaryHome();
  const env = { DATABASE_URL: undefined };
  const onFile = await start(everything, { home, env });
  const { child_id } = await runChild(onFile, script("console.log('heard')"));
  const plan = 'a "plan" \\ 100%s ü';
  await createGraph(onFile, plan, [{ id: plan, attributes: scriptNode("1") }]);
  const { run_id } = await runGraph(onFile, plan);
  const events = await watchAll(onFile, `sc://runs/${run_id}/events`);
  await onFile.close();
  const target = withoutPassword(home.env["DATABASE_URL"] ?? "");
  const moved = await runProgram({
    entry,
    home,
    env: { ...env, ...target.env },
    args: ["migrate-to", ...target.args],
    timeoutMs: 30_000,
  });
  expect(moved).toMatchObject({ code: 0 });

  await using onPostgres = await start(everything, { home });
  expect(await watchAll(onPostgres, `sc://runs/${run_id}/events`)).toEqual(events);
  expect(await linesOf(onPostgres, child_id)).toEqual(["heard"]);
  const next = await runGraph(onPostgres, plan);
  const [first] = await watchAll(onPostgres, `sc://runs/${next.run_id}/events`);
  expect(first?.seq).toBeGreaterThan(events.at(-1)?.seq ?? Infinity);
});
