import { expect, test } from "vitest";
import { RecordDecisionInput } from "./record-decision.ts";
import { RecordEventInput } from "./record-event.ts";

const decision = { title: "Use it", target: "queue", rationale: "It is good enough" };
const event = { kind: "error", target: "queue", summary: "It failed" };
const problemsOf = (schema: typeof RecordDecisionInput | typeof RecordEventInput, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);

test.each([
  ["title", 2_000],
  ["target", 2_000],
  ["rationale", 100_000],
])("the %s of a decision has at most %i characters", (field, most) => {
  const withText = (length: number) => ({ ...decision, [field]: "a".repeat(length) });
  expect(RecordDecisionInput.safeParse(withText(most)).success).toBe(true);
  expect(problemsOf(RecordDecisionInput, withText(most + 1))).toEqual([
    `${field} has ${most + 1} characters, of at most ${most}: shorten it, or refer to a file with the details`,
  ]);
});

test("consequences are bounded together", () => {
  const consequences = ["a".repeat(60_000), "b".repeat(60_000)];
  expect(problemsOf(RecordDecisionInput, { ...decision, consequences })).toEqual([
    "consequences has 120000 characters, of at most 100000: shorten it, or refer to a file with the details",
  ]);
});

test.each([
  ["summary", 10_000],
  ["reference", 2_000],
])("the %s of an event has at most %i characters", (field, most) => {
  const long = { ...event, [field]: "a".repeat(most + 1) };
  expect(problemsOf(RecordEventInput, long)?.[0]).toContain(`of at most ${most}`);
});
