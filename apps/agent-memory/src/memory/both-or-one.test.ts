import { CodedError } from "@faculties/errors";
import { describe, expect, test } from "vitest";
import { bothOrOne } from "./both-or-one.ts";

const NEVER = new Promise<string[]>(() => undefined);
const SLOW = new CodedError("E-STORAGE-TIMEOUT", "It took too long.");
const WRONG = new CodedError("E-STORAGE-QUERY", "It is wrong.");

const found = async (...hits: string[]) => hits;
const failing = async (error: Error): Promise<string[]> => Promise.reject(error);
const isAnswer = (hits: string[]) => hits.length > 0;
const patient = { patienceMs: 60_000, isAnswer };
const impatient = { patienceMs: 1, isAnswer };

describe("two ways", () => {
  test("are both waited for while there is time", async () => {
    const both = [{ found: ["a"] }, { found: [] }];
    expect(await bothOrOne(found("a"), found(), patient)).toEqual(both);
  });

  test("become one when the other is late, fails for the moment or is not wanted", async () => {
    const first = { found: ["a"] };
    const [late, unwanted] = [{ missing: "late" }, { missing: "unwanted" }];
    const failed = { missing: "failed", error: SLOW };
    expect(await bothOrOne(found("a"), NEVER, impatient)).toEqual([first, late]);
    expect(await bothOrOne(NEVER, found("a"), impatient)).toEqual([late, first]);
    expect(await bothOrOne(failing(SLOW), found("a"), patient)).toEqual([failed, first]);
    expect(await bothOrOne(found("a"), undefined, patient)).toEqual([first, unwanted]);
  });

  test("are waited for beyond the time when there is no answer without the other", async () => {
    let find = (_hits: string[]) => {};
    const later = new Promise<string[]>((resolve) => (find = resolve));
    const waiting = bothOrOne(found(), later, impatient);
    const other = await bothOrOne(found("a"), NEVER, impatient);
    find(["b"]);
    expect(await waiting).toEqual([{ found: [] }, { found: ["b"] }]);
    expect(other).toHaveLength(2);
  });

  test("fail when one is wrong, and when none answers", async () => {
    await expect(bothOrOne(found("a"), failing(WRONG), patient)).rejects.toBe(WRONG);
    await expect(bothOrOne(failing(SLOW), failing(SLOW), patient)).rejects.toBe(SLOW);
    await expect(bothOrOne(failing(SLOW), undefined, patient)).rejects.toBe(SLOW);
  });
});
