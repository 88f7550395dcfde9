import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AcceptProposalInput, AcceptProposalOutput } from "./accept-proposal.ts";
import { MEMORY_ERROR_CODES, MemoryErrorResponse } from "./memory-error.ts";
import { RecordDecisionInput, RecordDecisionOutput } from "./record-decision.ts";
import { RecordEventInput, RecordEventOutput } from "./record-event.ts";
import { SearchDecisionsInput, SearchDecisionsOutput } from "./search-decisions.ts";
import { SupersedeDecisionInput } from "./supersede-decision.ts";

const decision = {
  title: "Use SQLite",
  target: "database_policy",
  rationale: "One file, no server.",
};

describe("inputs", () => {
  test("fill in the contract's defaults and keep the caller's own text", () => {
    expect(RecordDecisionInput.parse({ ...decision, title: "  Use SQLite ", extra: 1 })).toEqual({
      ...decision,
      title: "  Use SQLite ",
      consequences: [],
    });
    expect(SearchDecisionsInput.parse({ query: "database" })).toEqual({
      query: "database",
      limit: 5,
      mode: "balanced",
    });
    expect(SupersedeDecisionInput.parse({ ...decision, old_decision_ids: ["dec_1"] })).toEqual({
      ...decision,
      old_decision_ids: ["dec_1"],
      consequences: [],
    });
    expect(AcceptProposalInput.parse({ proposal_id: "../x" })).toEqual({ proposal_id: "../x" });
  });

  test("give every decision its own list of consequences", () => {
    const [first, second] = [
      RecordDecisionInput.parse(decision),
      RecordDecisionInput.parse(decision),
    ];
    first.consequences.push("changed");
    expect(second.consequences).toEqual([]);
  });

  test("count code points, not UTF-16 units", () => {
    const accepts = (rationale: string) =>
      RecordDecisionInput.safeParse({ ...decision, rationale }).success;
    expect(accepts("😀".repeat(9))).toBe(false);
    expect(accepts("😀".repeat(10))).toBe(true);
    expect(accepts(`${"😀".repeat(9)}x`)).toBe(true);
  });

  test("do not count surrounding white space", () => {
    const result = RecordDecisionInput.safeParse({
      ...decision,
      title: "   ",
      rationale: `   ${"x".repeat(9)}   `,
    });
    expect(result.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ["title", "must have at least 1 character"],
      ["rationale", "must have at least 10 characters"],
    ]);
  });

  test("agree with a plain count of code points for any text", () => {
    const units = fc.constantFrom("x", "é", "日", "😀", "\uD83D", " ", "\n", "\u00A0");
    fc.assert(
      fc.property(fc.string({ unit: units, maxLength: 40 }), (rationale) => {
        const { success } = SupersedeDecisionInput.safeParse({
          ...decision,
          rationale,
          old_decision_ids: ["dec_1"],
        });
        expect(success).toBe([...rationale.trim()].length >= 15);
      }),
    );
  });

  test("take an event with its kind", () => {
    const event = { kind: "error", target: "deploy", summary: "Timed out" };
    expect(RecordEventInput.parse(event)).toEqual(event);
    expect(RecordEventInput.safeParse({ ...event, kind: "warning" }).success).toBe(false);
  });
});

describe("outputs", () => {
  test("carry every field of the contract's responses", () => {
    const answers = [
      [RecordDecisionOutput, { status: "success", message: "Recorded.", decision_id: "dec_1" }],
      [RecordDecisionOutput, { status: "success", message: null, decision_id: "dec_1" }],
      [AcceptProposalOutput, { status: "success", message: null }],
      [AcceptProposalOutput, { status: "success" }],
      [RecordEventOutput, { status: "success", event_id: "evt_1", proposal_id: "prop_1" }],
    ] as const;
    for (const [schema, answer] of answers) expect(schema.parse(answer)).toEqual(answer);
  });

  test("carry search results with what is known besides", () => {
    const hit = { id: "dec_1", score: 1.83, status: "active", preview: "Use…", kind: "decision" };
    const answer = {
      status: "success",
      results: [
        hit,
        {
          ...hit,
          title: "Use SQLite",
          target: "database_policy",
          replaces: [{ id: "dec_0", title: "Use files" }],
        },
      ],
      search: "bm25",
    };
    expect(SearchDecisionsOutput.parse(answer)).toEqual(answer);
    expect(SearchDecisionsOutput.safeParse({ ...answer, results: [{ id: "dec_1" }] }).success).toBe(
      false,
    );
  });

  test("name rejections by a stable code", () => {
    for (const code of MEMORY_ERROR_CODES) {
      const rejection = { status: "error", message: "Permission Denied: …", code };
      expect(MemoryErrorResponse.parse(rejection)).toEqual(rejection);
    }
  });
});
