import { describe, expect, test } from "vitest";
import { messagesOf } from "../../test/scripted-answers.ts";
import { PROVIDERS, startLocal } from "../../test/start-reasoning.ts";

const pass = (verdict: string) =>
  JSON.stringify({ verdict, confidence: 0.9, reason: `It ${verdict}.` });

describe.each(PROVIDERS)("verification with %s", (_name, start) => {
  test("asks several times, blind, and takes the majority", async () => {
    const { server, emulator } = await start();
    const { session_id } = await server.callOk("reasoning_linear", { content: "SECRET thought" });
    emulator.answer("*", pass("holds"), pass("fails"), pass("holds"));
    const result = await server.callOk("reasoning_verify", {
      claim: "Ships float because they displace their weight in water.",
      context: "Archimedes",
      session_id,
    });
    expect(result).toMatchObject({ session_id, verdict: "holds", checks: [] });
    expect(result["agreement"]).toBeCloseTo(2 / 3, 12);
    expect(
      (result["passes"] as { verdict: string }[]).map(({ verdict }) => verdict).toSorted(),
    ).toEqual(["fails", "holds", "holds"]);
    const asked = emulator.requests.slice(1).map((request) => messagesOf(request).user);
    expect(new Set(asked).size).toBe(1);
    expect(asked[0]).not.toContain("SECRET");
    expect(
      emulator.requests.slice(1).map(({ body }) => (body as { threadId?: string }).threadId),
    ).toEqual([undefined, undefined, undefined]);
  });

  test("no majority is no verdict, and a wrong equation outweighs every pass", async () => {
    const { server, emulator } = await start();
    emulator.answer("*", pass("holds"), pass("fails"), pass("undecided"));
    expect(await server.callOk("reasoning_verify", { claim: "Tea is better." })).toMatchObject({
      verdict: "undecided",
    });
    emulator.answer("*", pass("holds"));
    expect(
      await server.callOk("reasoning_verify", { claim: "17 * 23 = 381, so we need 381 chairs." }),
    ).toMatchObject({
      verdict: "fails",
      agreement: 0,
      checks: [{ equation: "17 * 23 = 381", computed: 391, holds: false }],
      held: 0,
      failed: 1,
      notes: ["1 equation of the claim did not hold, which decides."],
    });
  });
});

test("without a model the equations are still computed", async () => {
  const server = await startLocal();
  expect(await server.callOk("reasoning_verify", { claim: "12 * (3 + 4) = 84" })).toMatchObject({
    verdict: "holds",
    agreement: null,
    passes: [],
    held: 1,
    notes: ["No model judged it: only the equations in the claim were computed, nothing else."],
  });
  expect(await server.callOk("reasoning_verify", { claim: "It will rain." })).toMatchObject({
    verdict: "undecided",
    agreement: null,
  });
});
