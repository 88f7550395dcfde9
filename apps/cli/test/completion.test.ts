import { execFileSync } from "node:child_process";
import { temporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { faculties, facultiesHere } from "./faculties.ts";
import { isOnPath } from "./is-on-path.ts";

test("bash completes commands, servers, options and their values", async () => {
  const { stdout: script } = await faculties(await temporaryHome(), ["completion", "bash"]);
  const complete = (...words: string[]) =>
    execFileSync(
      "bash",
      [
        "-c",
        `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _faculties; echo "\${COMPREPLY[*]}"`,
        "bash",
        "faculties",
        ...words,
      ],
      { encoding: "utf8" },
    ).trim();
  expect(complete("")).toBe("add remove list doctor clients completion --help --version");
  expect(complete("add", "")).toContain("agent-memory gan-audit langbase-reasoning");
  expect(complete("add", "--d")).toBe("--dry-run");
  expect(complete("add", "converse", "--client", "c")).toBe(
    "claude-desktop claude-code cursor codex",
  );
  expect(complete("remove", "--scope", "")).toBe("user project");
  expect(complete("completion", "z")).toBe("zsh");
});

describe.skipIf(!isOnPath("zsh"))("zsh", () => {
  test("completes commands and values of options", async () => {
    const script = await scriptFor("zsh");
    const complete = (...words: string[]) =>
      execFileSync(
        "zsh",
        [
          "-fc",
          `compdef() {}; compadd() { shift; print -- "$@" }\n${script}\nwords=("$@"); CURRENT=$#; _faculties`,
          "zsh",
          "faculties",
          ...words,
        ],
        { encoding: "utf8" },
      ).trim();
    expect(complete("")).toBe("add remove list doctor clients completion --help --version");
    expect(complete("add", "--scope", "")).toBe("user project");
    expect(complete("remove", "")).toContain("gan-audit");
  });
});

const FISH = "fish";

describe.skipIf(!isOnPath(FISH))("fish", () => {
  test("completes commands, servers and values of options", async () => {
    const home = await temporaryHome();
    const script = await scriptFor(FISH);
    const complete = (line: string) =>
      execFileSync(FISH, ["-c", `${script}\ncomplete -C'${line}'`], {
        encoding: "utf8",
        env: { ...home.env, PATH: process.env["PATH"] },
      })
        .trim()
        .split("\n")
        .map((one) => one.split("\t")[0]);
    expect(complete("faculties c")).toEqual(["clients", "completion"]);
    expect(complete("faculties add g")).toEqual(["gan-audit"]);
    expect(complete("faculties add --client z")).toEqual(["zed"]);
  });
});

test.each(["zsh", "fish"])("%s gets every command, server and client", async (shell) => {
  const script = await scriptFor(shell);
  for (const word of ["doctor", "orchestrator-resources", "claude-desktop", "dry-run"])
    expect(script).toContain(word);
});

async function scriptFor(shell: string): Promise<string> {
  return (await facultiesHere(await temporaryHome(), ["completion", shell])).stdout;
}
