import { expect, test } from "vitest";
import { declaredNames } from "./declared-names.ts";

test.each([
  ["const a = 1, b = 2;", ["a"]],
  ["let { c, d: e } = f;", ["c", "d", "e"]],
  ["function g(h, i = 1) {}", ["g", "h", "i"]],
  ["import j, { k } from 'l';", ["j", "k"]],
  ["list.map(m => m);", ["m"]],
  ["call( n , o);", ["n", "o"]],
  ["class $p extends q {}", ["$p", "q"]],
])("%s declares %j", (text, names) => {
  expect([...declaredNames(text)]).toEqual(expect.arrayContaining(names));
});

test("what is only read, or stands in a template, is not declared", () => {
  const names = declaredNames("log(`${r}`); s.t = u + v;");
  for (const name of ["r", "s", "t", "u", "v"]) expect(names).not.toContain(name);
});
