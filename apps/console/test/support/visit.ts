import { browserOptions } from "@faculties/testkit/browser-options";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

// One for all test files of a process; it ends with the process.
const browser = await launch();

export const hasBrowser = browser !== undefined;

export type Visit = { page: Page; problems: string[] };

/** A page that remembers errors, refused scripts and requests to anywhere else. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  if (browser === undefined) throw new Error("There is no browser.");
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const { origin } = new URL(address);
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) problems.push(`request to ${request.url()}`);
  });
  await page.goto(address);
  return { page, problems };
}

export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, `#/${hash}`);
}

/** The findings of axe that are serious or worse, in a line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (
      globalThis as unknown as { axe: { run(options: axe.RunOptions): Promise<axe.AxeResults> } }
    ).axe.run({ resultTypes: ["violations"] }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

async function launch(): Promise<Browser | undefined> {
  try {
    return await chromium.launch(await browserOptions());
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    if (process.env["CI"]) throw error;
    process.stderr.write(
      `Tests in a browser are skipped, for none could be started (${reason}). Install Chrome or Chromium, or set CHROMIUM_PATH.\n`,
    );
    return undefined;
  }
}
