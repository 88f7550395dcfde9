import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { errorOf, start } from "./support/start.ts";
import { createGraph, runChild, runGraph, script } from "./support/work.ts";

/** Variables by which one program or another can be made to run, load or read something else. */
const STEERING_NAMES = [
  ["GIT_CONFIG_COUNT", "GIT_CONFIG_GLOBAL", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_DIR"],
  ["GIT_ASKPASS", "PAGER", "EDITOR", "npm_config_script_shell", "npm_config_node_options"],
  ["PYTHONUSERBASE", "PYTHONINSPECT", "JDK_JAVA_OPTIONS", "MAKEFLAGS", "RUSTC_WRAPPER", "GOFLAGS"],
  ["DOTNET_STARTUP_HOOKS", "PERL5DB", "LUA_INIT", "PYTEST_ADDOPTS", "OPENSSL_CONF", "GCONV_PATH"],
  ["TAR_OPTIONS", "XDG_CONFIG_HOME", "NODE_EXTRA_CA_CERTS", "LESSOPEN", "ZDOTDIR", "CLASSPATH"],
  ["PROMPT_COMMAND", "HOME", "PATH", "TMPDIR", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "BASH_ENV"],
].flat();

/** A folder with a repository and an allowed program that asks git for its state. */
async function wrapperAroundGit() {
  const folder = await temporaryDirectory();
  const repository = join(folder, "repository");
  execFileSync("git", ["init", "-q", repository]);
  const wrapper = join(folder, "wrapper.sh");
  writeFileSync(wrapper, "#!/bin/sh\nexec git status --short\n");
  chmodSync(wrapper, 0o755);
  const marker = join(folder, "marker");
  const args = ["--enable-children", "--allow-command", wrapper, "--allow-root", repository];
  return { folder, wrapper, marker, args };
}

describe("a caller's environment", () => {
  test("holds only names that the operator allowed", async () => {
    const server = await start(["--enable-children", "--allow-command", process.execPath]);
    for (const name of [...STEERING_NAMES, "MINE"]) {
      const refused = await errorOf(server, "child_create", {
        ...script("1"),
        env: { [name]: "1" },
      });
      expect([name, refused.code]).toEqual([name, "E-CHILD-DENIED"]);
      expect(refused.message).toContain(`"${name}" may not be set`);
      expect(refused.message).toContain("--allow-env");
    }
  });

  test("cannot make an allowed program run another through settings of git", async () => {
    const { folder, wrapper, marker, args } = await wrapperAroundGit();
    const server = await start(args);
    const home = join(folder, "home");
    mkdirSync(home);
    writeFileSync(join(home, ".gitconfig"), `[core]\n\tfsmonitor = "touch ${marker}; false"\n`);
    const attempts = [
      {
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "core.fsmonitor",
        GIT_CONFIG_VALUE_0: `touch ${marker}; false`,
      },
      { HOME: home },
      { XDG_CONFIG_HOME: home },
    ];
    for (const env of attempts) {
      const refused = await errorOf(server, "child_create", { command: wrapper, env });
      expect(refused.code).toBe("E-CHILD-DENIED");
    }
    expect(await runChild(server, { command: wrapper })).toMatchObject({ exit_code: 0 });
    expect(existsSync(marker)).toBe(false);
  });

  test("is limited in the nodes of a plan as well", async () => {
    const { wrapper, args } = await wrapperAroundGit();
    const server = await start([...args, "--enable-graphs", "--enable-runs"]);
    const attributes = { kind: "child", command: wrapper, env: JSON.stringify({ HOME: "/tmp" }) };
    await createGraph(server, "g", [{ id: "a", attributes }]);
    const run = await runGraph(server, "g");
    expect(run.state).toBe("failed");
    expect(JSON.stringify(run.nodes)).toContain("may not be set for a child");
  });

  test("a listed name is set, a value with NUL is refused", async () => {
    const args = ["--enable-children", "--allow-command", process.execPath, "--allow-env", "MINE"];
    const server = await start(args);
    const child = { ...script("process.exit(Number(process.env.MINE))"), env: { MINE: "7" } };
    expect(await runChild(server, child)).toMatchObject({ exit_code: 7 });
    const refused = await errorOf(server, "child_create", {
      ...script("1"),
      env: { MINE: "a\0b" },
    });
    expect(refused.code).toBe("E-INPUT-INVALID");
  });
});

describe("arguments", () => {
  const limited = ["--allow-command", "node", "--allow-args", "node: --version,node: -p 1*"];

  test("are limited to the operator's patterns where there are any", async () => {
    const server = await start(["--enable-children", ...limited]);
    expect(await runChild(server, { command: "node", args: ["--version"] })).toMatchObject({
      exit_code: 0,
    });
    expect(await runChild(server, { command: "node", args: ["-p", "1+1"] })).toMatchObject({
      exit_code: 0,
    });
    for (const args of [["-e", "1"], ["--version", "x"], [], ["-p", "2"]]) {
      const refused = await errorOf(server, "child_create", { command: "node", args });
      expect([args, refused.code]).toEqual([args, "E-CHILD-DENIED"]);
      expect(refused.message).toContain('"--version", "-p 1*"');
      expect(refused.message).toContain("--allow-args");
    }
  });

  test.each([
    [["--allow-command", "node", "--allow-args", "node"], "is not a rule"],
    [["--allow-command", "npm", "--allow-args", "node: -e"], "--allow-command does not allow"],
    [["--allow-command", "npm", "--allow-args", "npm: ** run"], "is not a rule"],
  ])("a rule that cannot hold is refused at the start: %j", async (args, message) => {
    await expect(start(["--enable-children", ...args])).rejects.toThrow(message);
  });
});
