import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @import { BenchContext, Session, Subject } from "./types.ts" */
/** @import { Decision, QuestionSet } from "./memory-questions.mjs" */
/** @typedef {{ name: string, subject: Subject }} Method */
/** @typedef {{ titles: string[], score: number }} Answer what was found, and the score of the best */

const MOST_FOUND = 20;

/**
 * A server of one method that holds these decisions.
 * @param {BenchContext} context
 * @param {Method} method
 * @param {readonly Decision[]} decisions
 */
export async function openMemory(context, { subject }, decisions) {
  const home = context.newHome();
  const hasStatuses = decisions.some(({ status = "active" }) => status !== "active");
  if (hasStatuses) importRecords(subject, home, decisions);
  const args = [...(subject.args ?? []), "--cooldown-ms", "0"];
  const session = await context.openSession({ ...subject, args }, home);
  await session.initialize();
  if (!hasStatuses)
    await Promise.all(
      decisions.map(({ target, title, rationale }, place) =>
        session.call({ name: "record_decision", arguments: { target, title, rationale } }, place),
      ),
    );
  await allEmbedded(session);
  return {
    session,
    /**
     * @param {string} query
     * @param {QuestionSet["mode"]} mode
     * @returns {Promise<Answer>}
     */
    async ask(query, mode) {
      const { results } = await search(session, query, mode);
      return { titles: results.map(({ title }) => title), score: results[0]?.score ?? 0 };
    },
  };
}

/**
 * @param {Session} session
 * @param {string} query
 * @param {QuestionSet["mode"]} mode
 */
async function search(session, query, mode) {
  const call = { name: "search_decisions", arguments: { query, limit: MOST_FOUND, mode } };
  const { structuredContent } = await session.call(call, 0);
  return /** @type {{ message: string | null, results: { title: string, score: number }[] }} */ (
    structuredContent
  );
}

/**
 * Records are embedded in the background; the message says how far it is.
 * @param {Session} session
 */
async function allEmbedded(session) {
  await search(session, "decision", "strict");
  for (;;) {
    const { message } = await search(session, "decision", "strict");
    if (
      message === null ||
      !/so far|not ready|no record is embedded|took too long|failed/.test(message)
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * Decisions of every status come in through the command line, as a folder of decision records.
 * @param {Subject} subject
 * @param {string} home
 * @param {readonly Decision[]} decisions
 */
function importRecords(subject, home, decisions) {
  const folder = join(home, "records");
  mkdirSync(folder, { recursive: true });
  const words = {
    active: "Accepted",
    superseded: "Superseded",
    deprecated: "Deprecated",
    draft: "Proposed",
  };
  for (const [place, { target, title, rationale, status = "active" }] of decisions.entries()) {
    const name = `${String(place + 1).padStart(4, "0")}-record.md`;
    const text = `---\ntarget: ${target}\n---\n# ${title}\n\n## Status\n\n${words[status]}\n\n## Context\n\n${rationale}\n`;
    writeFileSync(join(folder, name), text);
  }
  const env = { ...process.env, ...homeOf(home), AGENT_MEMORY_SECRET: "a-secret-for-the-bench" };
  const program = subject.node?.path ?? process.execPath;
  const { status, stderr } = spawnSync(program, [subject.entry, "import", folder], {
    env,
    cwd: home,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The import failed: ${stderr}`);
}

/** @param {string} home */
function homeOf(home) {
  return { HOME: home, XDG_DATA_HOME: join(home, ".local/share") };
}
