import { seededRandom } from "@faculties/testkit";
import { expect, test } from "vitest";
import { drawPuzzles, isSolution, problemText } from "./game-of-24.ts";
import { scriptedSolver } from "./scripted-solver.ts";
import { startCompatible } from "./start-reasoning.ts";

type Searched = { best: { path: string[] }; stopped_by: string; calls: number };

test("solves puzzles by blind steps and fair judgement that single guesses would not", async () => {
  const { server, emulator } = await startCompatible();
  emulator.answer("*", scriptedSolver({ skill: 1, accuracy: 0.8, seed: 24 }));
  const puzzles = drawPuzzles(100, seededRandom(24));
  let [solved, calls] = [0, 0];
  for (const puzzle of puzzles) {
    const found = await server.callOk<Searched>("reasoning_got_search", {
      problem: problemText(puzzle),
      width: 4,
      k: 8,
      max_depth: 3,
      budget_calls: 35,
      patience: 20,
      target_score: 1,
    });
    calls += found.calls;
    if (found.stopped_by === "target") {
      expect(isSolution(puzzle, found.best.path)).toBe(true);
      solved += 1;
    }
  }
  // The seed makes the figures the same in every run.
  expect(solved / puzzles.length).toBeGreaterThanOrEqual(0.72);
  expect(calls / puzzles.length).toBeLessThanOrEqual(35);
}, 300_000);
