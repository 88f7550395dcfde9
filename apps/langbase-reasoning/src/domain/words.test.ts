import { expect, test } from "vitest";
import { joinWords } from "./words.ts";

test("words are joined", () => {
  expect([
    joinWords([]),
    joinWords(["a"]),
    joinWords(["a", "b"]),
    joinWords(["a", "b", "c"]),
  ]).toEqual(["", "a", "a and b", "a, b and c"]);
});
