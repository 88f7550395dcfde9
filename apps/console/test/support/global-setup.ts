import type { TestProject } from "vitest/node";
import { startConsole } from "./start-console.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A console with sample data that the tests share. */
    sample: { address: string; temporary: string };
    /** The address of a console without data, which stays so. */
    empty: string;
  }
}

/** Two consoles for all tests: one with sample data, one without any. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [sample, empty] = await Promise.all([
    startConsole({ args: ["--sample"] }),
    startConsole({ env: { AGENT_MEMORY_SECRET: "of-the-test" } }),
  ]);
  project.provide("sample", {
    address: sample.address,
    temporary: sample.home.env["TMPDIR"] ?? "",
  });
  project.provide("empty", empty.address);
  return async () => {
    await Promise.all([sample.stop(), empty.stop()]);
  };
}
