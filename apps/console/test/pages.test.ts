import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goTo, openBrowser, seriousFindings, visit, type Visit } from "./support/open-browser.ts";
import { type RunningConsole, startConsole } from "./support/start-console.ts";

let browser: Browser;
let running: RunningConsole;
let visited: Visit;
let page: Page;

beforeAll(async () => {
  [browser, running] = await Promise.all([openBrowser(), startConsole({ args: ["--sample"] })]);
  visited = await visit(browser, running.address);
  page = visited.page;
  await page.getByRole("button", { name: "Remove sample data" }).waitFor();
});

afterAll(async () => {
  await browser.close();
  await running.stop();
});

const SESSIONS = "memory/Sample%3A%20session%20storage";
const node = (name: RegExp | string) => page.locator(".graph-node").filter({ hasText: name });
const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

async function open(hash: string, heading: string): Promise<void> {
  await goTo(page, hash);
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
}

describe("memory", () => {
  test("draws a lineage whose nodes show their decision", async () => {
    await open(SESSIONS, "Memory");
    await node("Redis").click();
    const card = page.getByRole("article", { name: "Sample: Store sessions in Redis" });
    await card.getByText("survive a restart").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("article", { name: "signed cookies" }).waitFor();
    expect(await node("PostgreSQL").getAttribute("class")).toContain("tone-good");
  });

  test("searches in every mode and explains the scores", async () => {
    await open("memory", "Memory");
    await page.getByLabel("Search in any words").fill("do we still use Redis?");
    const found = page.getByRole("region", { name: "Search" });
    await found.getByText("Sample: Keep sessions in PostgreSQL", { exact: true }).waitFor();
    await found
      .getByText(/= match [\d.]+ \+ 1 in force/)
      .first()
      .waitFor();
    await page.getByLabel("Mode").selectOption("audit");
    await found
      .getByText(/× 0\.2 superseded/)
      .first()
      .waitFor();
    await page.getByLabel("Mode").selectOption("strict");
    await expect.poll(() => found.getByText("superseded").count()).toBe(0);
  });

  test("shows the evidence of a proposal, keeps its review window, and rejects it", async () => {
    await open("memory", "Memory");
    const proposal = page.getByRole("article", { name: /Change the approach/ });
    expect(await proposal.getByText("Migration timed out").count()).toBeGreaterThanOrEqual(3);
    await proposal.getByRole("button", { name: "Accept" }).click();
    await confirm("Accept");
    await page.getByRole("alert").getByText("one-hour review window").waitFor();
    await proposal.getByRole("button", { name: "Reject" }).click();
    await confirm("Not now");
    await proposal.getByRole("button", { name: "Reject" }).click();
    await confirm("Reject");
    await proposal.waitFor({ state: "detached" });
  });
});

describe("reasoning", () => {
  test("draws a graph of thoughts with scores as colour, and the pruned faded", async () => {
    await open("reasoning", "Reasoning");
    await page.getByRole("link", { name: /slow on Saturdays/ }).click();
    const best = node("Cache whole pages");
    expect(
      Number(await best.evaluate((one) => one.style.getPropertyValue("--score"))),
    ).toBeGreaterThan(0.7);
    expect(await node("larger database").getAttribute("class")).toContain("is-faded");
    await best.click();
    await page
      .getByRole("article", { name: "The chosen thought" })
      .getByText("not signed in")
      .waitFor();
  });

  test("shows a decision with its sensitivity, and Bayes as a plot", async () => {
    await open("reasoning", "Reasoning");
    await page.getByRole("link", { name: /Which database/ }).click();
    await page.getByRole("cell", { name: "1.00" }).first().waitFor();
    await page
      .getByText(/the winner changes (above|below)/)
      .first()
      .waitFor();
    await page.getByRole("link", { name: /new cache/ }).click();
    await page.getByRole("img", { name: /Probability of/ }).waitFor();
    expect(await page.locator(".chart-point").count()).toBe(4);
  });

  test("puts checkpoints on a line of time, and goes back to one", async () => {
    await open("reasoning", "Reasoning");
    await page.getByRole("link", { name: /All three move/ }).click();
    const first = page.locator(".timeline li").filter({ hasText: "Three ways" });
    await first.getByRole("button", { name: "Go back to this" }).click();
    await confirm("Go back");
    await expect.poll(() => page.locator(".graph-node.is-faded").count()).toBeGreaterThan(0);
  });
});

describe("runs", () => {
  test("show states and times of the nodes, and why one failed", async () => {
    await open("runs", "Runs");
    await page.getByRole("link", { name: /sample-import failed/ }).click();
    await node("parse").click();
    const card = page.getByRole("article", { name: "Node parse" });
    await card.getByText("exit code 3").waitFor();
    await page.getByRole("log").getByText("unexpected end of row").waitFor();
    expect(await node(/^load/).getAttribute("class")).toContain("is-faded");
  });

  test("are followed while they go, paused, resumed and cancelled", async () => {
    await open("runs", "Runs");
    await page.getByRole("link", { name: /sample-nightly running/ }).click();
    await node("Crunch numbers").click();
    const log = page.getByRole("log");
    await log.getByText("region 1:").waitFor();
    const before = await log.locator("div").count();
    await expect.poll(() => log.locator("div").count(), { timeout: 5_000 }).toBeGreaterThan(before);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await confirm("Cancel the run");
    await page.getByRole("heading", { name: "sample-nightly cancelled" }).waitFor();
    await log
      .getByText(/exited|killed|signal/i)
      .first()
      .waitFor();
  });

  test("start from a graph, and write to the blackboard", async () => {
    await open("runs/graph/sample-release", "Runs");
    await page.getByRole("button", { name: "Run it" }).click();
    await page.getByRole("heading", { name: "sample-release succeeded" }).waitFor();
    await page.getByText("Events (").click();
    await page.getByRole("cell", { name: "announce" }).first().waitFor();
    await page.getByRole("link", { name: "sample-release", exact: true }).last().click();
    await page
      .getByRole("row", { name: /sample-release:state/ })
      .getByText("1.8.0 is ready")
      .waitFor();
  });
});

test("conversations show a consensus side by side, what changed, and what it took", async () => {
  await open("conversations", "Conversations");
  for (const model of ["optimist", "sceptic", "pragmatist"])
    await page.getByRole("article", { name: `Answer of ${model}` }).waitFor();
  await page.getByText("What changed").first().click();
  expect(await page.locator("ins").count()).toBeGreaterThan(0);
  await page.getByRole("row", { name: /^sample 6/ }).waitFor();
});

describe("audits", () => {
  test("show the trend of a session and each review", async () => {
    await open("audits", "Audits");
    await page.getByRole("link", { name: /order total/ }).click();
    await page.getByText(/improving \+/).waitFor();
    expect(await page.locator(".chart-point").count()).toBe(3);
    await page.getByRole("list", { name: "Audits" }).getByRole("link").last().click();
    await page.locator(".diff-comment").first().waitFor();
  });

  test("apply a proposed patch, after asking", async () => {
    await open("audits", "Audits");
    await page.getByRole("link", { name: /list\.js/ }).click();
    await page.getByRole("button", { name: "Apply this patch…" }).click();
    await confirm("Apply it");
    await page.getByText(/fixes were applied to list\.js/i).waitFor();
    expect(readFileSync(join(sampleFolder(), "workspace", "list.js"), "utf8")).toContain(
      'folder === ""',
    );
  });
});

describe("try it", () => {
  test("makes a form from the schema, and shows the result as JSON and as its view", async () => {
    await open("try-it/langbase-reasoning/reasoning_make_decision", "Try it");
    await page.getByLabel(/^question/).fill("Tea or coffee?");
    for (const [index, name] of ["tea", "coffee"].entries()) {
      await page.getByRole("button", { name: "Add to alternatives" }).click();
      await page.getByLabel(`alternatives ${index + 1}`, { exact: true }).fill(name);
    }
    await page.getByRole("button", { name: "Add to criteria" }).click();
    await page.getByLabel(/^name/).fill("taste");
    await page.getByLabel(/^weight/).fill("1");
    const scores = page.getByLabel(/^scores/);
    await scores.fill("{");
    await page.getByText("This is not JSON yet.").waitFor();
    await scores.fill('{"tea": {"taste": 0.9}, "coffee": {"taste": 0.4}}');
    await page.getByRole("button", { name: "Run reasoning_make_decision" }).click();
    const result = page.getByRole("region", { name: "Result" });
    await result.getByRole("heading", { name: "Tea or coffee?" }).waitFor();
    expect(JSON.parse(await result.locator("pre").innerText())).toMatchObject({
      recommendation: { alternative: "tea", score: 0.9 },
    });
  });

  test("asks before a tool that may remove something, and shows a refusal", async () => {
    await open("try-it/agent-memory/accept_proposal", "Try it");
    await page.getByLabel(/^proposal_id/).fill("prop_x");
    await page.getByRole("button", { name: "Run accept_proposal" }).click();
    await confirm("Run accept_proposal");
    await page.getByRole("region", { name: "Result" }).getByText("PROPOSAL_NOT_FOUND").waitFor();
  });
});

test("script in stored text stays text, on every page that shows it", async () => {
  const hostile = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
  const memory = await running.connect("agent-memory");
  await memory.callTool({
    name: "record_decision",
    arguments: { title: hostile, target: hostile, rationale: `${hostile} and more` },
  });
  await memory.close();
  const orchestrator = await running.connect("orchestrator-resources");
  await orchestrator.callTool({
    name: "graph_create",
    arguments: {
      graph_id: "hostile",
      name: hostile,
      nodes: [{ id: "a", label: hostile }],
      edges: [],
    },
  });
  await orchestrator.close();
  await open(`memory/${encodeURIComponent(hostile)}`, "Memory");
  await page.getByRole("heading", { name: hostile, level: 2 }).waitFor();
  await open("runs/graph/hostile", "Runs");
  await page.getByRole("heading", { name: hostile }).waitFor();
  expect(await page.locator("img:not([src='/icon.svg'])").count()).toBe(0);
});

test("every page is accessible in both schemes, and fits a narrow window", async () => {
  const hashes = ["overview", SESSIONS, "reasoning", "runs", "conversations", "audits", "try-it"];
  const tooWide: string[] = [];
  for (const hash of hashes) {
    await goTo(page, hash);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle").catch(() => undefined);
    for (const scheme of ["Dark", "Light"]) {
      await page.getByLabel("Colours").selectOption({ label: scheme });
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 380, height: 800 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 380) tooWide.push(`${hash}: ${width}`);
    await page.setViewportSize({ width: 1280, height: 860 });
  }
  expect(tooWide).toEqual([]);
});

test("two thousand nodes are drawn and can be walked", async () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `n${index}`);
  const client = await running.connect("orchestrator-resources");
  await client.callTool({
    name: "graph_create",
    arguments: {
      graph_id: "large",
      name: "Large",
      nodes: ids.map((id) => ({ id })),
      edges: ids.slice(1).map((to, index) => ({ from: ids[Math.floor(index / 3)], to })),
    },
  });
  await client.close();
  await open("runs/graph/large", "Runs");
  await page.getByText("2000 nodes, 1999 links").waitFor();
  await node(/^n0noop/)
    .first()
    .focus();
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^n[123]noop/);
});

test("nothing went wrong on the way, and nothing was asked of another host", () => {
  const unexpected = visited.problems.filter(
    (problem) => !problem.startsWith("Failed to load resource"),
  );
  expect(unexpected).toEqual([]);
});

function sampleFolder(): string {
  const temporary = running.home.env["TMPDIR"] ?? "";
  const name = readdirSync(temporary).find((entry) => entry.startsWith("faculties-sample-"));
  return join(temporary, name ?? "");
}
