import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startScriptedModel } from "./scripted-model.mjs";
import { ask, environment } from "./run-agent.mjs";
import { claude } from "./agents.mjs";

/** @typedef {import("./run-agent.mjs").Finding} Finding */

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const PLUGINS = ["agent-memory", "gan-audit"];
const BAD_LINE = "export const run = (text) => eval(text + '');\n";

/**
 * Installs plugins from the marketplace of this repository into Claude Code in an empty home, and looks at what their hooks tell the model.
 * @param {{ home: string, programs: string }} where
 * @returns {Promise<Finding[]>}
 */
export async function tryPlugin({ home, programs }) {
  const own = join(home, "plugin");
  const folder = join(own, "work");
  mkdirSync(folder, { recursive: true });
  const env = environment(own, `${npxOfClone(own)}:${programs}`);
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync("claude", ["plugin", ...args], { cwd: folder, env, encoding: "utf8" });
  for (const path of [".", ...PLUGINS.map((name) => `plugins/${name}`)]) {
    const { status, stdout } = run("validate", join(repository, path));
    if (status !== 0) return [{ step: `claude plugin validate ${path}`, problem: stdout }];
  }
  run("marketplace", "add", repository);
  for (const name of PLUGINS) {
    const { status, stdout, stderr } = run("install", `${name}@faculties`);
    if (status !== 0) return [{ step: `claude plugin install ${name}`, problem: stdout + stderr }];
  }
  const first = await session({ own, folder, env }, [
    {
      server: "agent-memory",
      tool: "record_decision",
      args: {
        title: "Keep sessions in PostgreSQL",
        target: "session storage",
        rationale: "One system to back up",
      },
    },
  ]);
  const file = join(folder, "run.js");
  const second = await session({ own, folder, env }, [
    { server: "", tool: "Write", args: { file_path: file, content: BAD_LINE } },
  ]);
  return [
    { step: "the plugins install", ...unlessSeen(first, /dec_[0-9a-f]+/) },
    {
      step: "the hook at the start of a session",
      ...unlessSeen(second, /Decisions in force in this project/),
    },
    {
      step: "the hook on a prompt",
      ...unlessSeen(second, /Decisions of this project that bear on this request/),
    },
    { step: "the skill of the plugin", ...unlessSeen(second, /project-decisions/) },
    { step: "the hook after an edit", ...unlessSeen(second, /gan-audit found this on the lines/) },
  ];
}

/** @param {{ own: string, folder: string, env: Record<string, string> }} place @param {import("./scripted-model.mjs").ScriptedCall[]} calls */
async function session({ own, folder, env }, calls) {
  const model = await startScriptedModel((_, number) => (number === 1 ? calls : []));
  try {
    const place = { home: own, folder, url: model.url, servers: [] };
    const agent = {
      ...claude,
      command: (/** @type {import("./agents.mjs").Place} */ at, /** @type {string} */ prompt) => {
        const command = claude.command(at, prompt);
        const allowed = ["Write", ...PLUGINS.map((name) => `mcp__plugin_${name}_${name}`)];
        return { ...command, args: ["-p", prompt, "--allowedTools", ...allowed] };
      },
    };
    const output = await ask(
      agent,
      place,
      env,
      "Where do the sessions go, which storage do we use?",
    );
    return (
      model.turns.map(({ seen }) => seen).join("\n") + (model.turns.length === 0 ? output : "")
    );
  } finally {
    model.close();
  }
}

/** @param {string} seen @param {RegExp} expected @returns {{ problem?: string }} */
function unlessSeen(seen, expected) {
  return expected.test(seen) ? {} : { problem: `the model did not see ${expected}` };
}

/** An npx that starts the built packages of this repository: those of the registry would be others. */
/** @param {string} own */
function npxOfClone(own) {
  const bin = join(own, "bin");
  mkdirSync(bin, { recursive: true });
  const script = `#!/bin/sh\nshift\nname="\${1#@faculties/}"\nshift\nexec "${process.execPath}" "${repository}apps/$name/dist/main.mjs" "$@"\n`;
  writeFileSync(join(bin, "npx"), script);
  chmodSync(join(bin, "npx"), 0o755);
  return bin;
}
