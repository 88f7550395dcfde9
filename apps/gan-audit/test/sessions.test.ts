import type { GanReview } from "@faculties/schemas/gan-audit/gan-review";
import { runProgram, type TestServer } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { block, config, entry, review, startAudit, think } from "./support/gan-audit.ts";

const CLEAN = block("ts", "export const one = 1;");
const LOOSE = block("ts", "export const same = (a: unknown, b: unknown) => a == b;");

let server: TestServer;

beforeAll(async () => {
  server = await startAudit();
});

const command = (...args: string[]) => runProgram({ entry, args, home: server.home });

describe("a session", () => {
  test("keeps its audits with their trend, for people and for clients", async () => {
    const { overall: first } = await review(server, LOOSE, { branchId: "growing" });
    await review(server, CLEAN, { branchId: "growing" });
    const uri = "gan-audit://sessions/growing/history";
    const { contents } = await server.client.readResource({ uri });
    const { session, trend, audits } = JSON.parse((contents[0] as { text: string }).text);
    expect({ session, trend }).toEqual({
      session: "growing",
      trend: { direction: "improving", change: 17.7 },
    });
    expect(
      audits.map(({ overall, verdict, findings }: GanReview & { findings: number }) => [
        overall,
        verdict,
        findings,
      ]),
    ).toEqual([
      [first, "revise", 1],
      [100, "pass", 0],
    ]);
    const { resources } = await server.client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri, name: "growing" }));
    await expect(server.client.listResources({ cursor: "-1" })).rejects.toMatchObject({
      code: -32_602,
    });
    const printed = await command("history", "growing");
    expect(printed.code).toBe(0);
    expect(printed.stdout).toContain("Trend: improving (+17.7).");
    expect((await command("history")).stdout).toContain('"growing"');
  });

  test("shows each audit in full", async () => {
    const gan = await review(server, LOOSE, { branchId: "in full/100%" });
    const uri = "gan-audit://sessions/in%20full%2F100%25/audits/1";
    const { contents } = await server.client.readResource({ uri });
    const details = JSON.parse((contents[0] as { text: string }).text);
    expect(details).toMatchObject({ review: gan, config: { scope: "diff", threshold: 85 } });
    expect(details.diff).toContain("+export const same");
    for (const missing of ["/audits/2", "/audits/0", "/audits/x", "/history/audits/1"])
      await expect(
        server.client.readResource({ uri: uri.replace("/audits/1", missing) }),
      ).rejects.toThrow(/not found/i);
  });

  test("starts from its own settings, and one call may differ", async () => {
    expect(
      (await command("session", "strict", "--set", '{"threshold": 100, "maxCycles": 99}')).stdout,
    ).toContain('"threshold": 100');
    const strict = await review(server, LOOSE, { branchId: "strict" });
    const once = await review(server, config({ threshold: 50 }) + LOOSE, { branchId: "strict" });
    const other = await review(server, config({ maxCycles: 1 }) + CLEAN, { branchId: "other" });
    expect([strict.verdict, strict.proposed_diff === null]).toEqual(["revise", false]);
    expect(strict.review.summary).toContain("of 10 cycles");
    expect(once.verdict).toBe("pass");
    expect(other.proposed_diff).toBeNull();
    expect((await command("session", "strict", "--set", "{}")).stdout).toContain('"threshold": 85');
    expect(await command("session", "strict", "--set", "[]")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("one JSON object"),
    });
  });

  test("is asked to continue when a verdict is not pass", async () => {
    const [pass, revise] = [await think(server, CLEAN), await think(server, LOOSE)];
    expect([pass.nextThoughtNeeded, revise.nextThoughtNeeded]).toEqual([false, true]);
    expect((await think(server, CLEAN, { nextThoughtNeeded: true })).nextThoughtNeeded).toBe(true);
  });
});
