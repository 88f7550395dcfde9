// The root commands on a machine that has only node and npm: npm start, npm test, npm run test:slow, check,
// smoke, pack, bundle, docs, conformance, agents, fuzz and bench.
import { install, requireNode } from "./run/prepare.mjs";
import { fail } from "./run/report.mjs";

// Imported when run: before the first install their dependencies are not there.
const commands = {
  start: async () => (await import("./run/start.mjs")).start,
  test: async () => (await import("./run/test.mjs")).test,
  "test:slow": async () => (await import("./run/test.mjs")).testSlow,
  check: async () => (await import("./run/check.mjs")).check,
  smoke: async () => (await import("./run/smoke-test.mjs")).smokeTest,
  pack: async () => (await import("./run/pack.mjs")).pack,
  bundle: async () => (await import("./run/bundle.mjs")).bundle,
  docs: async () => (await import("./run/docs.mjs")).docs,
  conformance: async () => (await import("./run/conformance.mjs")).conformance,
  agents: async () => (await import("./run/agents.mjs")).agents,
  fuzz: async () => (await import("./run/fuzz.mjs")).fuzz,
  bench: async () => (await import("./run/bench.mjs")).bench,
};
const [name, ...args] = process.argv.slice(2);
if (!(name in commands))
  fail(`Unknown command "${name}". There are: ${Object.keys(commands).join(", ")}.`);

requireNode();
await install();
const command = await commands[name]();
await command(args);
