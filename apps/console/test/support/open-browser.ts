import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const UNPACKED = fileURLToPath(new URL("../../node_modules/.chromium", import.meta.url));

/** Chromium from npm, so that tests need nothing but npm; where that has no build, the machine's own. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env["CHROMIUM_PATH"] ?? INSTALLED.find((path) => existsSync(path));
  const hasPacked = process.platform === "linux" && process.arch === "x64";
  if (own !== undefined || !hasPacked)
    return chromium.launch(own ? { executablePath: own } : { channel: "chrome" });
  mkdirSync(UNPACKED, { recursive: true });
  // It unpacks itself into the folder for temporary files; here it stays for the next run.
  const usual = process.env["TMPDIR"];
  process.env["TMPDIR"] = UNPACKED;
  const { default: packed } = await import("@sparticuz/chromium");
  const executablePath = await packed.executablePath();
  if (usual === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = usual;
  return chromium.launch({ executablePath, args: packed.args });
}

export type Visit = { page: Page; problems: string[] };

/** A page that remembers errors, refused scripts and requests to anywhere else. */
export async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  await context.addInitScript({ content: axe.source });
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

/** What axe finds that is serious or worse, in a line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<axe.AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}
