import { text } from "node:stream/consumers";
import { type ContainmentTree, containmentTree, swapFolder } from "@faculties/testkit";
import { expect, test } from "vitest";
import { ChildPolicy } from "../src/children/child-policy.ts";
import { startGated } from "../src/children/gated-process.ts";
import { codeOf, everything, start } from "./support/start.ts";
import { linesOf, runChild, script } from "./support/work.ts";

test("children work in allowed folders, and in none that only seems to be one", async () => {
  const tree = await containmentTree();
  const server = await start([...everything, "--allow-root", tree.root]);
  const child = script("console.log(process.cwd())");
  for (const { name, path } of tree.refused) {
    const code = await codeOf(server, "child_create", { ...child, cwd: path });
    const expected = path.includes("\0") ? "E-INPUT-INVALID" : "E-CHILD-DENIED";
    expect([name, code]).toEqual([name, expected]);
  }
  for (const { name, path, kind } of tree.accepted) {
    if (kind === "file") continue;
    const { child_id } = await runChild(server, { ...child, cwd: path });
    const [cwd = ""] = await linesOf(server, child_id);
    expect([name, cwd.startsWith(tree.root)]).toEqual([name, true]);
  }
});

test("no child begins elsewhere while its folder is swapped for a link", async () => {
  const tree = await containmentTree();
  const policy = new ChildPolicy(policySettings(tree), { PATH: "/bin:/usr/bin" });
  const swapped = await swapFolder(tree);
  const seen = new Set<string>();
  for (let round = 0; round < 150; round += 1) {
    const begun = await begin(policy, swapped.folder).catch(() => undefined);
    if (begun !== undefined) seen.add(begun);
  }
  await swapped.stop();
  expect([...seen].filter((cwd) => !cwd.startsWith(tree.root))).toEqual([]);
});

function policySettings({ root }: ContainmentTree): ConstructorParameters<typeof ChildPolicy>[0] {
  const children = {
    allowCommands: ["readlink"],
    allowArguments: [],
    allowRoots: [root],
    allowEnvironment: [],
    killGraceMs: 100,
    logBytes: 1000,
  };
  const safety = { maxChildren: 1, memoryLimitMb: 512, cpuPercent: 100 };
  return { children, safety, timings: { defaultTimeoutMs: 1000 } };
}

/** Where the program found itself. */
async function begin(policy: ChildPolicy, cwd: string): Promise<string> {
  const launch = policy.launchOf({ command: "readlink", args: ["/proc/self/cwd"], cwd, env: {} });
  const gated = await startGated(launch);
  gated.open();
  const output = await text(gated.stdout);
  await gated.ended;
  return output.trim();
}
