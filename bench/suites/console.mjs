/// <reference lib="dom" />
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { browserOptions } from "@faculties/testkit/browser-options";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { chromium } from "playwright-core";
import { number, spread } from "../src/format.mjs";
import { summary } from "../src/statistics.mjs";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Suite } from "../src/types.ts" */

const ENTRY = fileURLToPath(new URL("../../apps/console/dist/main.mjs", import.meta.url));
const NODES = 2_000;
const LOADS_FOR_EACH_RUN = 2;

/** @param {string} home */
async function startConsole(home) {
  const child = spawn(process.execPath, [ENTRY, "--http", "127.0.0.1:0"], {
    cwd: home,
    env: { PATH: process.env["PATH"], HOME: home },
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface(child.stdout)) {
    const address = /Open (\S+)/.exec(line)?.[1];
    if (address) return { child, address };
  }
  throw new Error("The console ended before it printed an address: build it first.");
}

/**
 * A tree of which each node has three below it.
 * @param {string} address
 */
async function createLargeGraph(address) {
  const url = new URL(address);
  const headers = { authorization: `Bearer ${url.searchParams.get("token")}` };
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/orchestrator-resources/mcp", url), {
      requestInit: { headers },
    }),
  );
  const ids = Array.from({ length: NODES }, (_, index) => `n${index}`);
  const nodes = ids.map((id) => ({ id }));
  const edges = ids.slice(1).map((to, index) => ({ from: ids[Math.floor(index / 3)] ?? "n0", to }));
  const graph = { graph_id: "large", name: "Large", nodes, edges };
  await client.callTool({ name: "graph_create", arguments: graph });
  await client.close();
}

/**
 * Opens the console in a browser that has nothing cached.
 * @param {Browser} browser
 * @param {string} address
 */
async function loadFirst(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "commit" });
  const seen = await page.waitForFunction(
    () => document.querySelector("main h1") !== null && performance.now(),
    undefined,
    { polling: "raf" },
  );
  const interactive = Number(await seen.jsonValue());
  await page.waitForLoadState("load");
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .map(
        (entry) =>
          /** @type {PerformanceResourceTiming} */ (/** @type {unknown} */ (entry)).encodedBodySize,
      )
      .reduce((sum, size) => sum + size, 0),
  );
  return { context, page, interactive, bytes };
}

/**
 * @param {Page} page
 * @param {() => Promise<unknown>} act
 */
async function timed(page, act) {
  const startedAt = performance.now();
  await act();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return performance.now() - startedAt;
}

/** @param {Page} page */
async function walkLargeGraph(page) {
  const drawn = await timed(page, async () => {
    await page.evaluate(() => {
      location.hash = "#/runs/graph/large";
    });
    await page.getByText(`${NODES} nodes`).waitFor();
  });
  await page.locator(".graph-node").first().focus();
  const step = await timed(page, () => page.keyboard.press("ArrowRight"));
  const zoom = await timed(page, () => page.getByRole("button", { name: "Zoom in" }).click());
  return { drawn, step, zoom };
}

/** @type {Suite} */
export const suite = {
  name: "console",
  describe: "The console in Chromium: bytes and time of the first load, a graph of 2,000 nodes",
  async run({ runs, newHome, progress }) {
    const { child, address } = await startConsole(newHome());
    const browser = await chromium.launch(await browserOptions());
    try {
      await createLargeGraph(address);
      const loads = [];
      const graphs = [];
      for (let load = 0; load < runs * LOADS_FOR_EACH_RUN; load += 1) {
        progress(`load ${load + 1}`);
        const { context, page, ...measured } = await loadFirst(browser, address);
        loads.push(measured);
        graphs.push(await walkLargeGraph(page));
        await context.close();
      }
      const bytes = summary(loads.map((load) => load.bytes / 1_000));
      const interactive = summary(loads.map((load) => load.interactive));
      const drawn = summary(graphs.map((graph) => graph.drawn));
      return {
        tables: [
          {
            title: "First load of the overview",
            columns: ["", "measured", "at most"],
            rows: [
              ["compressed, kB", number(bytes.value), "300"],
              ["usable after, ms", spread(interactive), "1,000"],
            ],
          },
          {
            title: `A graph of ${NODES.toLocaleString("en-US")} nodes`,
            columns: ["", "ms"],
            rows: [
              ["from the click to the drawing", spread(drawn)],
              ["one step with the keyboard", spread(summary(graphs.map(({ step }) => step)))],
              ["one step of zoom", spread(summary(graphs.map(({ zoom }) => zoom)))],
            ],
          },
        ],
        charts: [],
        notes: [
          `Medians of ${loads.length} loads, each with an empty cache; in brackets the lowest and the highest.`,
          "Usable: from the start of the navigation to the first frame with the overview in it, whose buttons work from then on. The time of the graph includes the chunks that it is drawn with. Steps end with the second frame after the key or click.",
        ],
      };
    } finally {
      await browser.close();
      child.kill();
      await once(child, "close");
    }
  },
};
