import { expect, test } from "vitest";
import { authorOf, preview, shorten } from "./decision.ts";
import { foldTarget } from "./project.ts";

test.each([
  ["  Orders ", "orders"],
  ["STRASSE", "straße"],
  ["Cafe\u0301", "CAFÉ"],
])("%s is %s", (left, right) => {
  expect(foldTarget(left)).toBe(foldTarget(right));
});

test("keeps different targets apart", () => {
  expect(foldTarget("orders db")).not.toBe(foldTarget("orders-db"));
});

test.each([
  [{ origin: "agent", source: null }, "an agent, via MCP"],
  [{ origin: "human", source: null }, "a person"],
  [{ origin: "human", source: "/home/ann/adr/0001-a.md" }, "a person; imported from 0001-a.md"],
  [{ origin: "agent", source: "C:\\adr\\0001-a.md" }, "an agent, via MCP; imported from 0001-a.md"],
] as const)("tells who wrote %o", (text, author) => {
  expect(authorOf(text)).toBe(author);
});

test("shows in one line what was decided and by whom", () => {
  const text = { title: "Use\nRedis", rationale: "It  is\tfast." };
  expect(preview({ ...text, origin: "agent" })).toBe("Use Redis [via MCP]: It is fast.");
  expect(preview({ ...text, origin: "human" })).toBe("Use Redis: It is fast.");
});

test("never cuts a character in two", () => {
  expect(shorten("🙂".repeat(20), 5)).toBe("🙂🙂🙂🙂…");
  expect(shorten("🙂".repeat(5), 5)).toBe("🙂🙂🙂🙂🙂");
});
