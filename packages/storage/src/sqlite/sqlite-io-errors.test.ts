import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildFixture, temporaryDirectory } from "@faculties/testkit";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);
const source = fileURLToPath(new URL("faults/fault-vfs.c", import.meta.url));
const COMPILER = "cc";
const timeout = 280_000;

/** The headers of the SQLite that is tested; undefined where they or a compiler are missing. */
function headers(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  const isModern = Number.parseInt(process.versions.node, 10) >= 22;
  const name = isModern ? "better-sqlite3-13" : "better-sqlite3";
  const compiler = spawnSync(COMPILER, ["--version"], { stdio: "ignore" });
  if (compiler.status !== 0) return undefined;
  try {
    const folder = join(dirname(resolve(`${name}/package.json`)), "deps", "sqlite3");
    return existsSync(join(folder, "sqlite3ext.h")) ? folder : undefined;
  } catch {
    return undefined;
  }
}

const include = headers();
if (include === undefined)
  process.stdout.write(
    "I/O errors are not tested: there is no C compiler, or no header of SQLite.\n",
  );

async function compile(): Promise<string> {
  const target = join(await temporaryDirectory(), "faultvfs.so");
  await run(COMPILER, ["-shared", "-fPIC", "-O1", `-I${include}`, source, "-o", target]);
  return target;
}

type Report = { moments: number; problems: { at: number; problem: string }[] };

async function endure(...how: string[]): Promise<Report> {
  const fixture = await buildFixture(new URL("fixtures/io-faults.ts", import.meta.url));
  const given = [fixture, await compile(), await temporaryDirectory(), ...how];
  const { stdout } = await run(process.execPath, given, { maxBuffer: 1e9 });
  return JSON.parse(stdout) as Report;
}

describe.skipIf(include === undefined)("a SQLite file on a disk with faults", () => {
  test.each([
    ["every operation fails once", "any", "1"],
    ["every write does not fit, and the 20 after it", "write", "20"],
    ["every write is torn once", "torn", "1"],
    ["every sync fails once", "sync", "1"],
  ])("loses nothing acknowledged when %s", { timeout }, async (_, kind, failing) => {
    const { moments, problems } = await endure(kind, failing);
    expect(problems).toEqual([]);
    expect(moments).toBeGreaterThan(8);
  });

  test("loses nothing acknowledged when the power fails at any moment", { timeout }, async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const { moments, problems } = await endure("power", "1", String(seed));
    expect({ seed, problems }).toEqual({ seed, problems: [] });
    expect(moments).toBeGreaterThan(50);
  });
});
