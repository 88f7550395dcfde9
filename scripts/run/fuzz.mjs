import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { execute } from "./execute.mjs";
import { fail, stage } from "./report.mjs";

const options = {
  messages: { type: "string", default: "20000" },
  seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  server: { type: "string" },
  transport: { type: "string" },
  era: { type: "string" },
  keep: { type: "boolean", default: false },
};

/**
 * Sends fuzzed messages to the built servers for as long as wanted: `--messages` to each server over each transport, split
 * between the eras. `--server`, `--transport` and `--era` choose; `--keep` adds what was answered wrongly to the corpus.
 */
export async function fuzz(args) {
  const { values } = parseArgs({ args, options });
  await build();
  const chosen = Object.entries({
    FUZZ_MESSAGES: values.messages,
    FUZZ_SEED: values.seed,
    FUZZ_SERVER: values.server,
    FUZZ_TRANSPORT: values.transport,
    FUZZ_ERA: values.era,
    FUZZ_KEEP: values.keep ? "yes" : undefined,
    FUZZ_REPORT: "yes",
  }).filter(([, value]) => value !== undefined);
  const { code } = await stage(`Fuzzing with the seed ${values.seed}`, () =>
    execute(
      resolve("testing/interop/node_modules/.bin/vitest"),
      ["run", "--project", "sqlite", "src/message-fuzz.slow.test.ts"],
      { cwd: "testing/interop", env: { ...process.env, ...Object.fromEntries(chosen) } },
    ),
  );
  if (code !== 0) fail(`Some messages were answered wrongly; --seed ${values.seed} repeats it.`);
}
