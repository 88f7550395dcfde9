import { expect, test } from "vitest";
import { authorOf } from "./author.ts";

test.each([
  [{ origin: "agent", source: null }, "an agent, via MCP"],
  [{ origin: "human", source: null }, "a person"],
  [{ origin: "human", source: "/home/ann/adr/0001-a.md" }, "a person; imported from 0001-a.md"],
  [{ origin: "agent", source: "C:\\adr\\0001-a.md" }, "an agent, via MCP; imported from 0001-a.md"],
] as const)("tells who wrote %o", (text, author) => {
  expect(authorOf(text)).toBe(author);
});
