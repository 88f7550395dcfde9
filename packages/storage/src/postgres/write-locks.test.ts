import { expect, test } from "vitest";
import { compatible } from "./write-locks.ts";

const on = (...things: string[]) => ({ on: things });
const many = (name: string, count: number) =>
  on(...Array.from({ length: count }, (_, index) => `${name} ${index}`));

test.each([
  ["nothing waits", [], 0],
  ["all contend for everything", [{}, {}], 2],
  ["one contends for everything", [on("a"), {}, on("b")], 1],
  ["none contends for the same", [on("a"), on("b", "c"), on()], 3],
  ["a later one contends for the same", [on("a"), on("b"), on("c", "a")], 2],
  ["one names very much", [many("a", 100), on("b")], 1],
  ["some name much together", [many("a", 30), many("b", 30), many("c", 30)], 2],
])("who may share a transaction when %s", (_, contests, count) => {
  expect(compatible(contests, 60)).toBe(count);
});

test("no more share a transaction than may", () => {
  expect(compatible([on("a"), on("b"), on("c")], 2)).toBe(2);
});
