import { mkdir, symlink } from "node:fs/promises";
import { homedir } from "node:os";
import { join, win32 } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import { expect, test } from "vitest";
import { broadRootProblem } from "./broad-root.ts";

test("is a problem at the top, at home and above home, also by a link", async () => {
  const users = join(await temporaryDirectory(), "users");
  const home = join(users, "me");
  await mkdir(join(home, "project"), { recursive: true });
  await symlink(home, join(users, "link"));
  const problem = (folder: string) => broadRootProblem(folder, [home]);
  expect(problem("/")).toBe("/ is the top of the file system");
  expect(problem(home)).toBe(`${home} is the home folder`);
  expect(problem(`${home}/`)).toContain("is the home folder");
  expect(problem(join(users, "link"))).toContain("is the home folder");
  expect(problem(users)).toBe(`${users} contains the home folder`);
  expect(problem(join(home, "project"))).toBeUndefined();
  expect(problem(join(users, "other"))).toBeUndefined();
});

test("knows the home of this user", () => {
  expect(broadRootProblem(homedir())).toBeDefined();
});

test.each([
  ["C:\\", "top"],
  ["\\\\nas\\team\\", "top"],
  ["C:\\Users\\Me", "is the home folder"],
  ["c:\\users\\ME", "is the home folder"],
  ["C:\\Users", "contains"],
])("is a problem by Windows' rules at %s", (folder, reason) => {
  expect(broadRootProblem(folder, ["C:\\Users\\me"], win32)).toContain(reason);
});

test.each(["C:\\Users\\me\\project", "C:\\Users\\meg", "D:\\Users\\me"])(
  "is none by Windows' rules at %s",
  (folder) => {
    expect(broadRootProblem(folder, ["C:\\Users\\me"], win32)).toBeUndefined();
  },
);
