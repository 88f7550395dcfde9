import { expect, test } from "vitest";
import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { freeObject } from "./free-object.ts";

const scores = freeObject(freeObject(UnitInterval));

test("keeps every key, __proto__ too", () => {
  const text = '{"__proto__":{"constructor":0.5},"toString":{"__proto__":1}}';
  expect(JSON.stringify(scores.parse(JSON.parse(text)))).toBe(text);
});

test.each([
  [[], "", "expected record, received array"],
  [null, "", "expected record, received null"],
  [{ a: 3 }, "a", "expected record, received number"],
  [{ a: { b: "high" } }, "a.b", "expected number, received string"],
  [JSON.parse('{"__proto__":{"b":2}}'), "__proto__.b", "expected number to be <=1"],
])("says where %j is wrong", (value, path, reason) => {
  const issues = scores.safeParse(value).error?.issues ?? [];
  expect(issues.map((issue) => issue.path.join("."))).toEqual([path]);
  expect(issues[0]?.message).toContain(reason);
});

test("is published as an object", () => {
  const schema = z.toJSONSchema(z.object({ scores: scores.optional().describe("Scores") }));
  expect(schema.properties).toEqual({ scores: { type: "object", description: "Scores" } });
});
