import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callInTurn } from "../src/call-streams.mjs";
import { spread } from "../src/format.mjs";
import { quantile, summary } from "../src/statistics.mjs";

/** @import { BenchContext, Session, Subject, Suite, ToolCall } from "../src/types.ts" */

const DIFF_LINES = 300;
const WORKSPACE_FILES = 1_000;
const WORKSPACE_LINES = 60;

/**
 * Code as people write it, without a fault that would be reported.
 * @param {number} lines
 * @param {number} seed
 */
function codeOf(lines, seed) {
  const functions = [];
  for (let at = 0; at * 10 < lines; at += 1) {
    const name = `${seed}_${at}`;
    functions.push(
      `/** Loads the orders of one customer and keeps those that are still open. */`,
      `export async function openOrders_${name}(store: Store, customer: string): Promise<Order[]> {`,
      `  const rows = await store.query("SELECT * FROM orders WHERE customer = $1", [customer]);`,
      `  const open = rows.filter((row) => row.state !== "closed" && row.total > ${at});`,
      `  if (open.length === 0) {`,
      `    throw new Error("No open order for " + customer);`,
      `  }`,
      `  return open.map((row) => ({ id: row.id, total: row.total * ${at + 1}, customer }));`,
      `}`,
      ``,
    );
  }
  return `import type { Order, Store } from "./store.ts";\n\n${functions.slice(0, lines - 2).join("\n")}\n`;
}

/**
 * @param {string} folder
 * @param {Record<string, string>} files
 * @param {boolean} commit
 */
function createRepository(folder, files, commit) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args], {
      cwd: folder,
    });
  mkdirSync(folder, { recursive: true });
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "--message", "start");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  if (!commit) return;
  git("add", "--all");
  git("commit", "--quiet", "--message", "files");
}

/**
 * @param {string} scope
 * @returns {ToolCall}
 */
const auditOf = (scope) => ({
  name: "sequentialthinking",
  arguments: {
    thought: `Audit {n}.\n\n\`\`\`gan-config\n{"scope": "${scope}"}\n\`\`\``,
    thoughtNumber: 1,
    totalThoughts: 1,
    nextThoughtNeeded: false,
  },
});

/**
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {string} root
 */
const auditing = (context, subject, root) =>
  context.openSession({
    ...subject,
    env: { ...subject.env, ENABLE_GAN_AUDITING: "true", GAN_AUDIT_ROOT: root },
  });

/**
 * @param {Session} session
 * @param {string} scope
 */
async function timeAudit(session, scope) {
  const [time = Number.NaN] = await callInTurn(session, auditOf(scope), 1);
  return time;
}

/** @type {Suite} */
export const suite = {
  name: "gan-audit",
  describe: `Audits of a ${DIFF_LINES}-line diff, first and warm, and of ${WORKSPACE_FILES} files; thoughts without an audit`,
  async run(context) {
    const subject = context.subjects.find(({ name }) => name === "gan-audit");
    if (!subject?.call) return { tables: [], charts: [], notes: ["gan-audit is not built."] };
    const [diff, workspace] = [
      join(context.directory, "diff"),
      join(context.directory, "workspace"),
    ];
    createRepository(diff, { "src/orders.ts": codeOf(DIFF_LINES, 0) }, false);
    const files = Array.from({ length: WORKSPACE_FILES }, (_, file) => [
      `src/${file % 40}/file-${file}.ts`,
      codeOf(WORKSPACE_LINES, file),
    ]);
    createRepository(workspace, Object.fromEntries(files), true);
    const { call } = subject;
    const measured = await context.interleave([subject], async () => {
      const session = await auditing(context, subject, diff);
      await session.initialize();
      const first = await timeAudit(session, "diff");
      const warm = await callInTurn(session, auditOf("diff"), context.quick ? 10 : 30);
      await session.close();
      const large = await auditing(context, subject, workspace);
      await large.initialize();
      const whole = await timeAudit(large, "workspace");
      await large.close();
      const plain = await context.openSession(subject);
      await plain.initialize();
      const thoughts = await callInTurn(plain, call, context.quick ? 300 : 1_000);
      await plain.close();
      return { first, warm: quantile(warm, 0.5), whole, thought: quantile(thoughts, 0.5) };
    });
    const runs = measured.get(subject) ?? [];
    const row = (
      /** @type {string} */ what,
      /** @type {number[]} */ times,
      /** @type {string} */ goal,
    ) => [what, spread(summary(times)), goal];
    return {
      tables: [
        {
          title: "Audits",
          columns: ["what", "time, ms", "goal, ms"],
          rows: [
            row(
              `first audit of a ${DIFF_LINES}-line TypeScript diff`,
              runs.map(({ first }) => first),
              "≤ 1,200",
            ),
            row(
              "the same again, p50",
              runs.map(({ warm }) => warm),
              "≤ 150",
            ),
            row(
              `workspace of ${WORKSPACE_FILES} files`,
              runs.map(({ whole }) => whole),
              "≤ 8,000",
            ),
            row(
              "a thought without audit, p50",
              runs.map(({ thought }) => thought),
              "≤ 1",
            ),
          ],
        },
      ],
      charts: [],
      notes: [
        context.sampling,
        `The workspace has ${WORKSPACE_FILES} files of ${WORKSPACE_LINES} lines. A thought is on disk when it is answered.`,
      ],
    };
  },
};
