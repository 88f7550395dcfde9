import { CodedError } from "@faculties/errors";
import { describe, expect, test } from "vitest";
import { settleWithin } from "./settle-within.ts";

const NEVER = new Promise<string[]>(() => undefined);
const SLOW = new CodedError("E-STORAGE-TIMEOUT", "It took too long.");
const WRONG = new CodedError("E-STORAGE-QUERY", "It is wrong.");

const found = async (...hits: string[]) => hits;
const failing = async (error: Error): Promise<string[]> => Promise.reject(error);
const isAnswer = (hits: string[]) => hits.length > 0;
const patient = { patienceMs: 60_000, isAnswer };
const impatient = { patienceMs: 1, isAnswer };

describe("two searches", () => {
  test("are both awaited while there is time", async () => {
    const both = [{ found: ["a"] }, { found: [] }];
    expect(await settleWithin(found("a"), found(), patient)).toEqual(both);
  });

  test("return one result when the other search is late, fails for the moment or is not wanted", async () => {
    const first = { found: ["a"] };
    const [late, unwanted] = [{ skipped: "late" }, { skipped: "unwanted" }];
    const failed = { skipped: "failed", error: SLOW };
    expect(await settleWithin(found("a"), NEVER, impatient)).toEqual([first, late]);
    expect(await settleWithin(NEVER, found("a"), impatient)).toEqual([late, first]);
    expect(await settleWithin(failing(SLOW), found("a"), patient)).toEqual([failed, first]);
    expect(await settleWithin(found("a"), undefined, patient)).toEqual([first, unwanted]);
  });

  test("are awaited beyond the time limit as long as neither has an answer", async () => {
    let find = (_hits: string[]) => {};
    const later = new Promise<string[]>((resolve) => (find = resolve));
    const waiting = settleWithin(found(), later, impatient);
    const other = await settleWithin(found("a"), NEVER, impatient);
    find(["b"]);
    expect(await waiting).toEqual([{ found: [] }, { found: ["b"] }]);
    expect(other).toHaveLength(2);
  });

  test("fail when one of them is wrong, or both fail", async () => {
    await expect(settleWithin(found("a"), failing(WRONG), patient)).rejects.toBe(WRONG);
    await expect(settleWithin(failing(SLOW), failing(SLOW), patient)).rejects.toBe(SLOW);
    await expect(settleWithin(failing(SLOW), undefined, patient)).rejects.toBe(SLOW);
  });
});
