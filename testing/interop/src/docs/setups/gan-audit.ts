import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryDirectory } from "@faculties/testkit";
import type { Setup } from "../setups.ts";

const run = promisify(execFile);

const COMMITTED = `export function total(items) {
  return items.reduce((sum, item) => sum + item.price, 0);
}
`;
const CHANGED = `${COMMITTED}
export function isFree(order) {
  return order.total == 0;
}
`;

/** A git repository in which one file has changed since the last commit. */
export async function auditRepository(): Promise<Setup> {
  const project = await temporaryDirectory();
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=Docs", "-c", "user.email=docs@example.com", ...args], {
      cwd: project,
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
    });
  const file = join(project, "orders.js");
  await git("init", "--quiet", "--initial-branch=main");
  await writeFile(file, COMMITTED);
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "Add up the items of an order");
  await writeFile(file, CHANGED);
  return { cwd: project, names: { project }, env: { ENABLE_GAN_AUDITING: "true" } };
}
