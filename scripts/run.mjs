// The root commands on a machine that has only node and npm: npm start, npm test, npm run check, npm run bench.
import { bench } from "./run/bench.mjs";
import { check } from "./run/check.mjs";
import { requireNode, install } from "./run/prepare.mjs";
import { fail } from "./run/report.mjs";
import { start } from "./run/start.mjs";
import { test } from "./run/test.mjs";

const commands = { start, test, check, bench };
const [name, ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) fail(`Unknown command "${name}". There are: ${Object.keys(commands).join(", ")}.`);

requireNode();
await install();
await command(args);
