import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { contentOf, facultiesHere } from "./faculties.ts";
import { hasTerminal, openTerminal } from "./terminal.ts";

const ENTER = "\r";
const SPACE = " ";
const DOWN = "\u001B[B";
const CONTROL_C = "\u0003";

describe.skipIf(!hasTerminal)("at a terminal", () => {
  test("what is missing is asked for, and what is installed is offered", async () => {
    const home = await temporaryHome();
    await mkdir(join(home.directory, ".cursor"));
    const terminal = openTerminal(home, ["add"]);
    await terminal.sees("Which servers do you want to add?");
    await terminal.sees("orchestrator-resources");
    terminal.type(DOWN + SPACE + ENTER);
    await terminal.sees("In which clients?");
    await terminal.sees("installed here");
    terminal.type(ENTER);
    await terminal.sees("@faculties/gan-audit");
    await terminal.sees("Write this?");
    terminal.type(ENTER);
    const { code, screen } = await terminal.ends();
    expect(code).toBe(0);
    expect(screen).toContain("Cursor: added gan-audit to");
    expect(await contentOf(home, ".cursor", "mcp.json")).toContain("@faculties/gan-audit");
  });

  test("a key is typed unseen and stands nowhere but in the file", async () => {
    const home = await temporaryHome();
    const terminal = openTerminal(home, ["add", "opinion", "--client", "cursor"]);
    await terminal.sees("Which models may converse ask?");
    await terminal.sees("Enter OPENAI_API_KEY");
    terminal.type(SPACE + ENTER);
    await terminal.sees("OPENAI_API_KEY (empty: leave it out)");
    terminal.type("sk-typed-by-hand\r");
    await terminal.sees("Write this?");
    terminal.type(ENTER);
    const { code, screen } = await terminal.ends();
    expect(code).toBe(0);
    expect(screen).not.toContain("sk-typed-by-hand");
    expect(await contentOf(home, ".cursor", "mcp.json")).toContain("sk-typed-by-hand");
  });

  test("a no changes nothing and has its own exit code", async () => {
    const home = await temporaryHome();
    const terminal = openTerminal(home, ["add", "gan-audit", "--client", "cursor"]);
    await terminal.sees("Write this?");
    terminal.type("n");
    expect(await terminal.ends()).toMatchObject({
      code: 3,
      screen: expect.stringContaining("Nothing was changed."),
    });
    await expect(readFile(join(home.directory, ".cursor", "mcp.json"))).rejects.toThrow("ENOENT");
  });

  test("Control-C calls a question off", async () => {
    const terminal = openTerminal(await temporaryHome(), ["add"]);
    await terminal.sees("Which servers");
    terminal.type(CONTROL_C);
    expect(await terminal.ends()).toMatchObject({ code: 3 });
  });

  test("what is configured is offered for removal", async () => {
    const home = await temporaryHome();
    await facultiesHere(home, ["add", "gan-audit", "--client", "zed", "--yes"]);
    const terminal = openTerminal(home, ["remove", "--yes"]);
    await terminal.sees("Which servers do you want to remove?");
    await terminal.sees("gan-audit");
    terminal.type(SPACE + ENTER);
    await terminal.sees("In which clients?");
    terminal.type(ENTER);
    expect(await terminal.ends()).toMatchObject({ code: 0 });
    expect(await contentOf(home, ".config", "zed", "settings.json")).not.toContain("gan-audit");
    const nothing = await openTerminal(home, ["remove"]).ends();
    expect(nothing).toMatchObject({
      code: 0,
      screen: expect.stringContaining("None of these servers is configured here."),
    });
  });
});
