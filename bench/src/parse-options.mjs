import { parseArgs } from "node:util";

export const help = `Compares MCP servers in one interleaved run.

  npm run bench -- [options]        (or: node bench/src/main.mjs [options])

  --only <suite>        run only this suite; may be given several times
  --runs <n>            measurements per server and suite (default 10, with --quick 3)
  --quick               fewer runs and calls: a first impression, not a figure to quote
  --subject <text>      only servers whose name contains this; may be given several times
  --peer <npm name>     compare with this published server as well, e.g. name or name@1.2.3
  --server <name=file>  compare with the server that \`node file\` starts as well
  --no-peers            leave out the servers of bench/peers.json
  --queries <file>      ask agent-memory-retrieval these queries instead of its own: [{"query", "target"}, …]
  --database <url>      search on this PostgreSQL with pgvector in postgres-search; it is filled, or was by an earlier run;
                        its password comes from PGPASSWORD
  --decisions <n>       how many decisions it holds (default 100000)
  --results <folder>    where <suite>.md and <suite>.svg go (default bench/results)
  --help                this text

Subjects are the built servers of apps/ (calls and environment from apps/<server>/bench.json), a one-tool server on
the bare SDK, one without any SDK, and public servers, installed with npm into the temporary directory of the system.
A new suite is a file bench/suites/<name>.mjs that exports \`suite\`: { name, describe, run(context) }.

Suites:
`;

/** @param {string[]} args */
export function parseOptions(args) {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      only: { type: "string", multiple: true, default: [] },
      runs: { type: "string" },
      quick: { type: "boolean", default: false },
      subject: { type: "string", multiple: true, default: [] },
      peer: { type: "string", multiple: true, default: [] },
      server: { type: "string", multiple: true, default: [] },
      peers: { type: "boolean", default: true },
      queries: { type: "string" },
      database: { type: "string" },
      decisions: { type: "string", default: "100000" },
      results: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const runs = wholeNumber("runs", values.runs ?? (values.quick ? "3" : "10"));
  const decisions = wholeNumber("decisions", values.decisions);
  const servers = values.server.map((text) => {
    const [name, entry] = text.split("=");
    if (!name || !entry) throw new Error(`--server must be <name>=<file>, not "${text}".`);
    return { name, entry };
  });
  const database = values.database === undefined ? undefined : withPassword(values.database);
  return { ...values, database, runs, decisions, servers };
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

/**
 * @param {string} option
 * @param {string} text
 */
function wholeNumber(option, text) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${option} must be a whole number from 1, not "${text}".`);
  return value;
}
