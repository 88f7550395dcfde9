import { type Command, defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { trendOf } from "../domain/trend-of.ts";
import { auditedSessions, auditsOfSession } from "../store/audits.ts";

const MOST_SESSIONS = 100;

/** `gan-audit history`: what was audited, and where it is going. */
export const history: Command<Context> = defineCommand({
  name: "history",
  usage: "[session]",
  summary: "List audited sessions, or the audits of one with their trend",
  options: { json: option.boolean({ flag: "json", describe: "Print JSON" }) },
  positionals: [0, 1],
  async run({ context, positionals, values, print }) {
    const [session] = positionals;
    if (session === undefined) {
      const sessions = await context.storage.query((tx) => auditedSessions(tx, MOST_SESSIONS));
      if (values.json) print(JSON.stringify({ sessions }, null, 2));
      else if (sessions.length === 0) print("Nothing was audited yet.");
      else
        for (const one of sessions)
          print(
            `${time(one.lastAt)}  ${one.audits} audits, last ${one.overall}  ${shown(one.session)}`,
          );
      return;
    }
    const audits = await context.storage.query((tx) => auditsOfSession(tx, session));
    const trend = trendOf(audits);
    if (values.json) print(JSON.stringify({ session, trend, audits }, null, 2));
    else {
      for (const { at, overall, verdict, findings } of audits)
        print(`${time(at)}  ${overall}  ${verdict}  ${findings} findings`);
      print(
        audits.length === 0
          ? "There are no audits of this session."
          : `Trend: ${trend.direction} (${trend.change >= 0 ? "+" : ""}${trend.change}).`,
      );
    }
  },
}) as Command<Context>;

const time = (at: number): string => new Date(at).toISOString().slice(0, 19).replace("T", " ");

/** A session's name is any text: it is shown, not interpreted. */
const shown = (session: string): string => JSON.stringify(session.slice(0, 100));
