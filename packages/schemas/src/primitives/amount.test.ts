import { expect, test } from "vitest";
import * as z from "zod";
import { amount } from "./amount.ts";

test("takes amounts that can be added up, and publishes no limit", () => {
  expect([0, -1e15, 1e15].every((value) => amount().safeParse(value).success)).toBe(true);
  expect([1.1e15, -1e308, Infinity].some((value) => amount().safeParse(value).success)).toBe(false);
  expect(z.toJSONSchema(amount().min(0))).toMatchObject({ type: "number", minimum: 0 });
  expect(z.toJSONSchema(amount())).not.toHaveProperty("maximum");
});
