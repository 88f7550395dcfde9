import { browserOptions } from "@faculties/testkit/browser-options";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { startConsole } from "./start-console.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the browser listens; empty where there is none. */
    browser: string;
    /** A console with sample data that the tests share. */
    sample: { address: string; temporary: string };
    /** The address of a console without data, which stays so. */
    empty: string;
  }
}

/** One browser and two consoles for all tests: one with sample data, one without any. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, sample, empty] = await Promise.all([
    startBrowser(),
    startConsole({ args: ["--sample"] }),
    startConsole({ env: { AGENT_MEMORY_SECRET: "of-the-test" } }),
  ]);
  project.provide("browser", browser?.wsEndpoint() ?? "");
  project.provide("sample", {
    address: sample.address,
    temporary: sample.home.env["TMPDIR"] ?? "",
  });
  project.provide("empty", empty.address);
  return async () => {
    await Promise.all([browser?.close(), sample.stop(), empty.stop()]);
  };
}

async function startBrowser() {
  try {
    return await chromium.launchServer(await browserOptions());
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    if (process.env["CI"]) throw error;
    process.stderr.write(
      `Tests in a browser are skipped, for none could be started (${reason}). Install Chrome or Chromium, or set CHROMIUM_PATH.\n`,
    );
    return undefined;
  }
}
