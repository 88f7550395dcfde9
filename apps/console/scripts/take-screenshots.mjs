// Takes the pictures of docs/screenshots from the built console with sample data: npm run screenshots.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { browserOptions } from "@faculties/testkit/browser-options";
import { chromium } from "playwright-core";

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const FOLDER = pathOf("../../../docs/screenshots/");
const SIZE = { width: 1280, height: 800 };

/** The page, what is waited for on it, and what is done before the picture is taken. */
const PICTURES = [
  ["overview", "overview", "faculties/words-256-v2"],
  ["memory", "memory/Sample%3A%20session%20storage", "Consequences"],
  ["reasoning", "reasoning", "slow on Saturdays", clickLink(/slow on Saturdays/)],
  ["decision", "reasoning", "Which database", clickLink(/Which database/)],
  ["runs", "runs", "sample-nightly", clickNode("Crunch numbers", "region 3:")],
  ["conversations", "conversations", "Providers in the last"],
  ["audits", "audits/Sample%3A%20order%20total/1", "Findings"],
  ["try-it", "try-it/langbase-reasoning/reasoning_probabilistic", "required", weighEvidence],
];

const home = mkdtempSync(join(tmpdir(), "faculties-screenshots-"));
const server = spawn(
  process.execPath,
  [pathOf("../dist/main.mjs"), "--http", "127.0.0.1:0", "--sample"],
  {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  },
);
const browser = await chromium.launch(await browserOptions());
try {
  mkdirSync(FOLDER, { recursive: true });
  const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
  await page.goto(await printedAddress());
  await page.getByRole("button", { name: "Remove sample data" }).waitFor();
  for (const [name, hash, words, prepare] of PICTURES) {
    await page.evaluate((to) => (location.hash = to), `#/${hash}`);
    await page.getByText(words).first().waitFor();
    await prepare?.(page);
    await take(page, name);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(() => (location.hash = "#/reasoning"));
  await clickLink(/slow on Saturdays/)(page);
  await take(page, "reasoning-dark");
} finally {
  await browser.close();
  server.kill();
  await new Promise((resolve) => server.once("close", resolve));
  rmSync(home, { recursive: true, force: true });
}

async function take(page, name) {
  const path = join(FOLDER, `${name}.png`);
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path, animations: "disabled" });
  process.stdout.write(`${name}.png  ${Math.round(statSync(path).size / 1024)} kB\n`);
}

function clickLink(name) {
  return async (page) => {
    await page.getByRole("link", { name }).click();
    await page.locator("main h2, main h3").filter({ hasText: name }).first().waitFor();
  };
}

function clickNode(name, then) {
  return async (page) => {
    await page.locator(".graph-node").filter({ hasText: name }).click();
    await page.getByRole("log").getByText(then).waitFor();
  };
}

async function weighEvidence(page) {
  await page.getByLabel(/^hypothesis/).fill("Sample: The cache is stale");
  await page.getByLabel(/^prior/).fill("0.3");
  await page.getByRole("button", { name: "Add to evidence" }).click();
  await page.getByLabel(/^description/).fill("Prices differ between two pages");
  await page.getByLabel(/^likelihood_if_true/).fill("0.8");
  await page.getByLabel(/^likelihood_if_false/).fill("0.1");
  await page.getByRole("button", { name: "Run reasoning_probabilistic" }).click();
  await page.getByRole("img", { name: /Probability of/ }).scrollIntoViewIfNeeded();
}

async function printedAddress() {
  for await (const line of createInterface(server.stdout)) {
    const address = /Open (\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("The console ended before it printed an address.");
}
