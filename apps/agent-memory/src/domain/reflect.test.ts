import { describe, expect, test } from "vitest";
import type { Episode, EpisodeKind } from "./episode.ts";
import { reflect } from "./reflect.ts";

const HOUR = 3_600_000;
let count = 0;
function episode(
  kind: EpisodeKind,
  summary: string,
  hours = 0,
  reference: string | null = null,
): Episode {
  count += 1;
  return { id: `evt_${count}`, kind, target: "deploy", summary, reference, at: hours * HOUR };
}

describe("reflection", () => {
  test("says nothing about two failures, or about successes that have nothing in common", () => {
    expect(reflect([])).toEqual([]);
    expect(reflect([episode("error", "timeout"), episode("error", "timeout")])).toEqual([]);
    expect(
      reflect(["alpha", "beta", "gamma", "delta"].map((word) => episode("success", word))),
    ).toEqual([]);
  });

  test("makes a proposal of three failures and explains its confidence", () => {
    const failures = [
      episode("error", "The migration timed out", 0, "commit 1"),
      episode("error", "A migration locked the table", 5, "commit 2"),
      episode("error", "The migration ran twice", 30, "commit 3"),
    ];
    const note = episode("note", "Migrations are run by hand", 6);
    expect(reflect([...failures, note])).toEqual([
      {
        pattern: "failures",
        title: "Change the approach to deploy: it keeps failing (migration)",
        target: "deploy",
        rationale:
          "3 failures were recorded for deploy. The latest:\n- The migration timed out\n- A migration locked the table\n- The migration ran twice",
        consequences: ["What leads to these failures in deploy is no longer done as before."],
        evidence: [...failures, note].map(({ id }) => id),
        confidence: 0.75,
        strengths: [
          "3 failures in 30 h",
          "at least half of them mention migration",
          "seen in 3 different references",
          "1 note on the same target",
        ],
        objections: [],
      },
    ]);
  });

  test("is less sure when successes contradict, everything happened at once and nothing is shared", () => {
    const [found] = reflect([
      episode("error", "one thing"),
      episode("error", "second matter"),
      episode("error", "third problem"),
      episode("success", "went fine"),
    ]);
    expect(found).toMatchObject({
      confidence: 0.43,
      objections: [
        "they have no telling word in common and may be unrelated",
        "no second independent reference confirms them",
        "1 success on the same target speaks against it",
        "all of them happened within ten minutes",
      ],
    });
  });

  test("keeps what worked three times in the same way", () => {
    const [found] = reflect([
      episode("success", "Rolled out with a canary"),
      episode("success", "The canary caught it"),
      episode("success", "Canary again"),
      episode("success", "Something else"),
    ]);
    expect(found).toMatchObject({
      pattern: "successes",
      title: "Keep the approach to deploy that works (canary)",
    });
    expect(found?.evidence).toHaveLength(3);
  });

  test("forgets what is older than thirty days", () => {
    const days = [0, 1, 40].map((day) => episode("error", "timeout", day * 24));
    expect(reflect(days)).toEqual([]);
  });
});
