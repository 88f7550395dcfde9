import { win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isInside } from "./is-inside.ts";
import { windowsPathProblem } from "./windows-path.ts";

const ROOTS = [String.raw`C:\work`, String.raw`\\nas\team\project`];
const problem = (path: string) => windowsPathProblem(win32.resolve(ROOTS[0] ?? "", path), ROOTS);

describe("being inside by Windows' rules", () => {
  test.each([
    [String.raw`C:\work\a`, String.raw`C:\work`, true],
    [String.raw`c:\WORK\a`, String.raw`C:\work`, true],
    [String.raw`C:\work`, String.raw`C:\work`, true],
    [String.raw`C:\work-too\a`, String.raw`C:\work`, false],
    [String.raw`C:\elsewhere`, String.raw`C:\work`, false],
    [String.raw`D:\work\a`, String.raw`C:\work`, false],
    [String.raw`\\nas\team\a`, String.raw`C:\work`, false],
    [String.raw`\\nas\team\a`, String.raw`\\NAS\team`, true],
    [String.raw`\\nas\other\a`, String.raw`\\nas\team`, false],
    [String.raw`\\?\C:\work\a`, String.raw`C:\work`, false],
    [String.raw`C:\work\..\elsewhere`, String.raw`C:\work`, false],
  ])("%s in %s: %s", (path, folder, expected) => {
    expect(isInside(win32.resolve(path), folder, win32)).toBe(expected);
  });

  test("never holds for another drive", () => {
    const drive = fc.constantFrom("C", "d", "E", "z");
    const parts = fc.array(fc.constantFrom("work", "a", "..", "."), { maxLength: 5 });
    fc.assert(
      fc.property(drive, drive, parts, parts, (left, right, path, folder) => {
        const [inner, outer] = [
          win32.resolve(`${left}:\\`, ...path),
          win32.resolve(`${right}:\\`, ...folder),
        ];
        if (left.toLowerCase() !== right.toLowerCase())
          expect(isInside(inner, outer, win32)).toBe(false);
      }),
    );
  });
});

describe("a path that Windows must not look at", () => {
  test.each([
    "CON",
    "nul",
    "NUL.txt",
    "nul .txt",
    "aux.tar.gz",
    "com1",
    "COM0.log",
    "com\u00B9",
    "lpt9.txt",
    "CONIN$",
    String.raw`sub\prn`,
    String.raw`prn\note.txt`,
    "note.txt:stream",
    "note.txt::$DATA",
    ".env::$DATA",
    String.raw`sub:x\note.txt`,
    String.raw`\\.\pipe\server`,
    String.raw`\\.\PhysicalDrive0`,
    String.raw`\\?\C:\work\note.txt`,
    "//?/C:/project/note.txt",
    String.raw`\??\C:\work\note.txt`,
  ])("is %s", (path) => {
    expect(problem(path)).toBe("invalid-path");
  });

  test.each([String.raw`\\evil\share\x`, "//evil/share/x", String.raw`\\nas\other\x`])(
    "is on a share that is not allowed, which would be told the user's credentials: %s",
    (path) => {
      expect(problem(path)).toBe("outside");
    },
  );

  test.each([
    "note.txt",
    "console.ts",
    "com10.txt",
    "common.ts",
    "null.ts",
    "auxiliary.ts",
    String.raw`C:\work\note.txt`,
    String.raw`c:\other\note.txt`,
    String.raw`\\nas\team\project\note.txt`,
    String.raw`\\NAS\Team\Project\note.txt`,
    // Short names are resolved by the system to the long ones, which are then checked.
    "PROGRA~1",
    ".ENV~1",
  ])("is not %s", (path) => {
    expect(problem(path)).toBeUndefined();
  });
});
