import { expect, test } from "vitest";
import { expandVariables } from "./expand-variables.ts";

const environment = { HOME: "/home/user", EMPTY: "" };

test.each([
  ["plain $HOME {x}", "plain $HOME {x}"],
  ["${HOME}/a", "/home/user/a"],
  ["${env:HOME}", "/home/user"],
  ["${NONE:-b:c}", "b:c"],
  ["${EMPTY}${HOME}", "/home/user"],
  ["${NONE}", undefined],
  ["${input:key}", undefined],
  ["${workspaceFolder}/x", undefined],
])("%s", (text, wanted) => {
  expect(expandVariables(text, environment)).toBe(wanted);
});
