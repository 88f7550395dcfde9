import { expect, test } from "vitest";
import { preview, shorten } from "./preview.ts";

test("shows in one line what was decided and by whom", () => {
  const text = { title: "Use\nRedis", rationale: "It  is\tfast." };
  expect(preview({ ...text, origin: "agent" })).toBe("Use Redis [via MCP]: It is fast.");
  expect(preview({ ...text, origin: "human" })).toBe("Use Redis: It is fast.");
});

test("never cuts a character in two", () => {
  expect(shorten("🙂".repeat(20), 5)).toBe("🙂🙂🙂🙂…");
  expect(shorten("🙂".repeat(5), 5)).toBe("🙂🙂🙂🙂🙂");
});
