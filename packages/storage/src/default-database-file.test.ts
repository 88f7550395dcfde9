import { expect, test } from "vitest";
import { defaultDatabaseFile } from "./default-database-file.ts";

const at = (platform: NodeJS.Platform, home: string, env: Record<string, string> = {}) =>
  defaultDatabaseFile("converse", { platform, env, home });

test("puts the data where the platform keeps it", () => {
  expect(at("linux", "/home/ada")).toBe("/home/ada/.local/share/faculties/converse.db");
  expect(at("linux", "/home/ada", { XDG_DATA_HOME: "/data" })).toBe("/data/faculties/converse.db");
  expect(at("darwin", "/Users/ada", { XDG_DATA_HOME: "/data" })).toBe(
    "/Users/ada/Library/Application Support/faculties/converse.db",
  );
  expect(at("win32", "C:\\Users\\ada", { LOCALAPPDATA: "D:\\Local" })).toBe(
    "D:\\Local\\faculties\\Data\\converse.db",
  );
  expect(at("win32", "C:\\Users\\ada")).toBe(
    "C:\\Users\\ada\\AppData\\Local\\faculties\\Data\\converse.db",
  );
});

test("ignores a data folder that is not absolute", () => {
  const usual = "/home/ada/.local/share/faculties/converse.db";
  expect(at("freebsd", "/home/ada", { XDG_DATA_HOME: "data" })).toBe(usual);
  expect(at("linux", "/home/ada", { XDG_DATA_HOME: "" })).toBe(usual);
});
