import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fixedClock } from "./fixed-clock.ts";
import { seededRandom } from "./seeded-random.ts";
import { sequentialIds } from "./sequential-ids.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { temporaryHome } from "./temporary-home.ts";
import { waitUntil } from "./wait-until.ts";

test("the clock stands until it is advanced", () => {
  const clock = fixedClock(1_000);
  expect([clock.now(), clock.now(), clock.advance(5), clock.now()]).toEqual([
    1_000, 1_000, 1_005, 1_005,
  ]);
});

test("ids count up", () => {
  const nextId = sequentialIds("run-");
  expect([nextId(), nextId(), nextId()]).toEqual(["run-1", "run-2", "run-3"]);
});

function take(seed: number): number[] {
  return Array.from({ length: 1_000 }, seededRandom(seed));
}

test("the same seed gives the same numbers, spread over [0, 1)", () => {
  expect(take(7)).toEqual(take(7));
  expect(take(7)).not.toEqual(take(8));
  expect(Math.min(...take(7))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...take(7))).toBeLessThan(1);
  const mean = take(7).reduce((sum, value) => sum + value, 0) / 1_000;
  expect(mean).toBeCloseTo(0.5, 1);
});

test("a temporary directory is removed after the test", async () => {
  const directories: string[] = [];
  // Registered first, so run last.
  onTestFinished(() => expect(directories.map(existsSync)).toEqual([false, false]));
  directories.push(await temporaryDirectory(), (await temporaryHome()).directory);
  await writeFile(join(directories[0] as string, "file"), "content");
  expect(directories.map(existsSync)).toEqual([true, true]);
});

test("every folder of a temporary home lies in it, but for the compiled code", async () => {
  const { directory, env } = await temporaryHome();
  const { FACULTIES_CODE_CACHE, ORCHESTRATOR_DETACH, ...own } = env;
  expect(ORCHESTRATOR_DETACH).toBe("off");
  expect(FACULTIES_CODE_CACHE).toContain("node_modules");
  for (const path of Object.values(own)) expect(path.startsWith(directory)).toBe(true);
});

describe("waitUntil", () => {
  test("returns the first truthy value", async () => {
    let calls = 0;
    expect(await waitUntil(async () => (++calls === 3 ? "third" : undefined))).toBe("third");
  });

  test("gives up at the deadline and says what was missing", async () => {
    const waiting = waitUntil(() => false, { timeoutMs: 10, what: "rain" });
    await expect(waiting).rejects.toThrow("Waited 10 ms in vain for rain.");
  });
});
