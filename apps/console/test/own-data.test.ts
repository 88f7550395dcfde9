import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram, temporaryHome } from "@faculties/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSqlite } from "@faculties/storage/testing";
import { flawedRepository } from "./support/flawed-repository.ts";
import { type RunningConsole, startConsole } from "./support/start-console.ts";
import { goTo, hasBrowser, visit } from "./support/visit.ts";

const HOUR_MS = 3_600_000;
const MEMORY = fileURLToPath(new URL("../../agent-memory/dist/main.mjs", import.meta.url));
const SECRET = { AGENT_MEMORY_SECRET: "of-the-test" };

describe.skipIf(!hasBrowser)("with data of one's own", () => {
  let running: RunningConsole;
  let repository: ReturnType<typeof flawedRepository>;
  let page: Page;

  beforeAll(async () => {
    const home = await temporaryHome();
    mkdirSync(join(home.directory, "project"));
    repository = flawedRepository(join(home.directory, "project"));
    await runProgram({
      entry: MEMORY,
      home,
      env: SECRET,
      args: ["propose", "queue", "Use Kafka", "Events need a log that can be read again"],
    });
    const Database = await loadSqlite();
    const database = new Database(
      join(home.env["XDG_DATA_HOME"] ?? "", "faculties/agent-memory.db"),
    );
    database.prepare("update proposals set first_observed_at = first_observed_at - ?").run(HOUR_MS);
    database.close();
    const env = { ...SECRET, AGENT_MEMORY_COOLDOWN_MS: "0" };
    running = await startConsole({ home, env, args: ["--root", repository.folder] });
    ({ page } = await visit(`${running.address}#/memory`));
  });
  afterAll(() => running?.stop());

  const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

  test("a proposal is accepted after its hour of review, and is in force then", async () => {
    await goTo(page, "memory");
    const proposal = page
      .getByRole("region", { name: "Proposals to review" })
      .getByRole("article", { name: "Use Kafka" });
    await proposal.getByRole("button", { name: "Accept" }).click();
    await confirm("Accept");
    await proposal.waitFor({ state: "detached" });
    await goTo(page, "memory/queue");
    await page.getByRole("article", { name: "Use Kafka" }).getByText("in force").first().waitFor();
  });

  test("a patch is applied to the files of a git repository, after asking", async () => {
    await running.call("gan-audit", "sequentialthinking", {
      thought: 'Audit my change.\n\n```gan-config\n{ "scope": "diff", "maxCycles": 2 }\n```',
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: false,
      branchId: "mine",
    });
    await goTo(page, "audits/mine");
    await page.getByRole("button", { name: "Apply this patch…" }).click();
    await confirm("Not now");
    expect(repository.isUntouched()).toBe(true);
    await page.getByRole("button", { name: "Apply this patch…" }).click();
    await confirm("Apply it");
    await page.getByText(/fixes were applied to is-empty\.js/i).waitFor();
    expect(repository.changes()).toContain('+export const isEmpty = (text) => text === "";');
  });

  test("sample data is loaded and removed by a button, and never mixes with it", async () => {
    await running.call("agent-memory", "record_decision", {
      title: "Keep this",
      target: "mine",
      rationale: "It must be there after the sample is gone.",
    });
    await goTo(page, "overview");
    await page.getByRole("button", { name: "Load sample data" }).click();
    const remove = page.getByRole("button", { name: "Remove sample data" });
    await remove.waitFor();
    await goTo(page, "memory");
    await page.getByText("Sample: Release every Tuesday").first().waitFor();
    expect(await page.getByText("Keep this").count()).toBe(0);
    await remove.click();
    await page.getByText("Keep this").first().waitFor();
    await remove.waitFor({ state: "detached" });
    expect(await page.getByText("Sample:").count()).toBe(0);
    const temporary = () => readdirSync(running.home.env["TMPDIR"] ?? "");
    await expect.poll(() => temporary().filter((name) => name.includes("sample"))).toEqual([]);
  });
});
