import { expect, test } from "vitest";
import { ownState } from "./own-state.ts";

test("is the usual folder of all databases, and the files that are set", () => {
  const none = { databasePath: undefined, tokensFile: undefined };
  const linux = { platform: "linux", env: {}, home: "/home/ada" } as const;
  expect(ownState("converse", none, linux)).toEqual(["/home/ada/.local/share/faculties"]);
  const set = { databasePath: "/srv/state.db", tokensFile: "/srv/tokens.json" };
  expect(ownState("converse", set, linux)).toEqual([
    "/home/ada/.local/share/faculties",
    "/srv/state.db",
    "/srv/tokens.json",
  ]);
  const windows = { platform: "win32", env: {}, home: "C:\\Users\\ada" } as const;
  expect(ownState("converse", none, windows)).toEqual([
    "C:\\Users\\ada\\AppData\\Local\\faculties\\Data",
  ]);
});
