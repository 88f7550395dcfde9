import { expect, test } from "vitest";
import { compatible } from "./write-locks.ts";

const locks = (...things: string[]) => ({ locks: things });
const many = (name: string, count: number) =>
  locks(...Array.from({ length: count }, (_, index) => `${name} ${index}`));

test.each([
  ["nothing waits", [], 0],
  ["all contend for everything", [{}, {}], 2],
  ["one contends for everything", [locks("a"), {}, locks("b")], 1],
  ["none contends for the same", [locks("a"), locks("b", "c"), locks()], 3],
  ["a later one contends for the same", [locks("a"), locks("b"), locks("c", "a")], 2],
  ["one names very much", [many("a", 100), locks("b")], 1],
  ["some name much together", [many("a", 30), many("b", 30), many("c", 30)], 2],
])("who may share a transaction when %s", (_, tasks, count) => {
  expect(compatible(tasks, 60)).toBe(count);
});

test("no more share a transaction than may", () => {
  expect(compatible([locks("a"), locks("b"), locks("c")], 2)).toBe(2);
});
