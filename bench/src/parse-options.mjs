import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importSource } from "./import-source.mjs";

const directory = mkdtempSync(join(tmpdir(), "faculties-bench-options-"));
const kit = /** @type {typeof import("../../packages/mcp-kit/src/options/index.ts")} */ (
  await importSource("packages/mcp-kit/src/options/index.ts", directory)
);
rmSync(directory, { recursive: true });
const { option, optionRows, renderTable } = kit;

const repeated = { isRepeated: true, default: [] };
const options = {
  only: option.list({
    flag: "only",
    placeholder: "suite",
    ...repeated,
    describe: "run only this suite; may be given several times",
  }),
  runs: option.integer({
    flag: "runs",
    min: 1,
    describe: "measurements per server and suite (default 10, with --quick 3)",
  }),
  quick: option.boolean({
    flag: "quick",
    describe: "fewer runs and calls: a first impression, not a figure to quote",
  }),
  subject: option.list({
    flag: "subject",
    placeholder: "text",
    ...repeated,
    describe: "only servers whose name contains this; may be given several times",
  }),
  peer: option.list({
    flag: "peer",
    placeholder: "npm name",
    ...repeated,
    describe: "compare with this published server as well, e.g. name or name@1.2.3",
  }),
  server: option.list({
    flag: "server",
    placeholder: "name=file",
    ...repeated,
    describe: "compare with the server that `node file` starts as well",
  }),
  peers: option.boolean({
    flag: "peers",
    default: true,
    describe: "leave out the servers of bench/peers.json",
  }),
  queries: option.text({
    flag: "queries",
    placeholder: "file",
    describe:
      'ask agent-memory-retrieval these queries instead of its own: [{"query", "target"}, …]',
  }),
  database: option.text({
    flag: "database",
    placeholder: "url",
    describe:
      "search on this PostgreSQL with pgvector in postgres-search; it is filled, or was by an earlier run; its password comes from PGPASSWORD",
  }),
  decisions: option.integer({
    flag: "decisions",
    min: 1,
    default: 100_000,
    describe: "how many decisions it holds",
  }),
  results: option.text({
    flag: "results",
    placeholder: "folder",
    describe: "where <suite>.md and <suite>.svg go (default bench/results)",
  }),
};

export const help = `Compares MCP servers in one interleaved run.

  npm run bench -- [options]        (or: node bench/src/main.mjs [options])

${renderTable([...optionRows(options), ["--help", "this text"]]).join("\n")}

Subjects are the built servers of apps/ (calls and environment from apps/<server>/bench.json), a one-tool server on
the bare SDK, one without any SDK, and public servers, installed with npm into the temporary directory of the system.
A new suite is a file bench/suites/<name>.mjs that exports \`suite\`: { name, describe, run(context) }.

Suites:
`;

/** @param {string[]} args */
export function parseOptions(args) {
  const isHelp = args.includes("--help");
  const { values, positionals } = kit.parseOptions(
    options,
    isHelp ? [] : args,
    {},
    {
      hasConfigFile: false,
    },
  );
  if (positionals.length > 0) throw new Error(`Unknown argument "${positionals[0]}". See --help.`);
  const { database: url, server, quick } = values;
  const servers = server.map((text) => {
    const [name, entry] = text.split("=");
    if (!name || !entry) throw new Error(`--server must be <name>=<file>, not "${text}".`);
    return { name, entry };
  });
  const runs = values.runs ?? (quick ? 3 : 10);
  const database = url === undefined ? undefined : withPassword(url);
  return { ...values, database, runs, servers, help: isHelp };
}

/**
 * The password of a database comes from PGPASSWORD: arguments are in the process list for everybody to read.
 *
 * @param {string} url
 */
function withPassword(url) {
  const target = new URL(url);
  if (target.password !== "" || target.searchParams.has("password"))
    throw new Error("Leave the password out of --database and set PGPASSWORD.");
  const password = process.env["PGPASSWORD"] ?? "";
  if (target.hostname !== "") target.password = encodeURIComponent(password);
  return target.href;
}
