import { describe, expect, test } from "vitest";
import { checkSupersede, type Replacement } from "./check-supersede.ts";
import type { Decision } from "./decision.ts";

const decision = (id: string, change: Partial<Decision> = {}): Decision => ({
  id,
  title: "T",
  target: "orders",
  rationale: "",
  consequences: [],
  status: "active",
  origin: "agent",
  createdAt: 0,
  project: "",
  ...change,
});
const replacement = (change: Partial<Replacement>): Replacement => ({
  role: "agent",
  target: "orders",
  project: "",
  oldIds: ["a"],
  found: [decision("a")],
  active: [decision("a")],
  ...change,
});

describe("superseding", () => {
  test("is allowed when it covers what is in force, in any spelling of the target", () => {
    expect(() => checkSupersede(replacement({ target: " ORDERS " }))).not.toThrow();
  });

  test.each<[string, Partial<Replacement>, string]>([
    ["an id that does not exist", { found: [] }, "DECISION_NOT_FOUND"],
    [
      "a decision that is not in force",
      { found: [decision("a", { status: "superseded" })] },
      "DECISION_NOT_ACTIVE",
    ],
    [
      "a decision on another target",
      { found: [decision("a", { target: "other" })] },
      "TARGET_MISMATCH",
    ],
    [
      "only a part of what is in force",
      { active: [decision("a"), decision("b")] },
      "SUPERSEDE_INCOMPLETE",
    ],
    [
      "a human's decision, also among others",
      { oldIds: ["a", "h"], found: [decision("a"), decision("h", { origin: "human" })] },
      "ISOLATION_VIOLATION",
    ],
  ])("of %s is refused", (_, change, code) => {
    expect(() => checkSupersede(replacement(change))).toThrow(expect.objectContaining({ code }));
  });

  test("lets admins replace a human's decision", () => {
    const human = decision("a", { origin: "human" });
    expect(() => checkSupersede(replacement({ role: "admin", found: [human] }))).not.toThrow();
  });
});
