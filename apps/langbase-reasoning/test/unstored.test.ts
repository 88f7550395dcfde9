import { refuseWrites } from "@faculties/storage/testing";
import { resultText, temporaryHome } from "@faculties/testkit";
import { expect, test } from "vitest";
import { goodAnswer } from "./scripted-answers.ts";
import { startReasoning } from "./start-reasoning.ts";

const PAID = '{"thought": "It holds, and it was paid for.", "confidence": 0.9}';

async function startRefusing(table: string) {
  const home = await temporaryHome();
  const started = await startReasoning({ home });
  await started.server.callOk("reasoning_linear", { content: "first" });
  await refuseWrites(home, "langbase-reasoning", table);
  return started;
}

test("an answer that cannot be stored is returned with the reason", async () => {
  const { server, emulator } = await startRefusing("thoughts");
  emulator.answer("*", PAID);
  for (const tool of ["reasoning_linear", "reasoning_divergent", "reasoning_reflection"]) {
    const text = resultText(await server.callError(tool, { content: "x" }));
    expect(text).toContain("nothing of it could be stored");
    expect(text).toContain("It holds, and it was paid for.");
  }
});

test("a preset whose steps cannot be stored still returns the answers of their models", async () => {
  const { server, emulator } = await startRefusing("thoughts");
  emulator.answer("*", PAID);
  const run = await server.callOk("reasoning_preset_run", {
    preset_id: "debug-analysis",
    inputs: { problem: "It crashes" },
  });
  expect(run).toMatchObject({
    status: "failed",
    error: expect.stringContaining("It holds, and it was paid for."),
  });
});

test("a preset whose run cannot be stored still returns its results", async () => {
  const home = await temporaryHome();
  const { server, emulator } = await startReasoning({ home });
  emulator.answer("*", async (request) => {
    await refuseWrites(home, "langbase-reasoning", "preset_runs");
    return goodAnswer(request);
  });
  const run = await server.callOk<{ notes: string[] }>("reasoning_preset_run", {
    preset_id: "debug-analysis",
    inputs: { problem: "It crashes" },
  });
  expect(run).toMatchObject({
    status: "completed",
    results: { initial: { thought_id: expect.any(String) }, checkpoint: {}, conclusion: {} },
  });
  expect(run.notes.join()).toMatch(/The run could not be stored/);
});
