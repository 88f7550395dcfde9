import { cursorNumber, type ResourceCatalog } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { trendOf } from "../domain/trend-of.ts";
import { historyUri, PREFIX, SUFFIX } from "./history-uri.ts";
import { watchAudits } from "./watch-audits.ts";

const AUDIT = /^(?<session>.+)\/audits\/(?<position>[1-9]\d{0,9})$/;
const PAGE = 100;

/** The audits of every session with their trend, as resources. */
export const auditHistory: ResourceCatalog<Context> = {
  templates: [
    {
      uriTemplate: `${PREFIX}{session}${SUFFIX}`,
      name: "audit-history",
      title: "Audits of a session",
      description: "Scores, verdicts and trend of the audits of one session",
      mimeType: "application/json",
    },
    {
      uriTemplate: `${PREFIX}{session}/audits/{position}`,
      name: "audit",
      title: "One audit",
      description: "The review of an audit in full, its settings and the audited lines",
      mimeType: "application/json",
    },
  ],
  async list({ audits }, cursor) {
    const offset = cursorNumber(cursor) ?? 0;
    const sessions = await audits.sessions(PAGE + 1, offset);
    return {
      entries: sessions.slice(0, PAGE).map(({ session, overall }) => ({
        uri: historyUri(session),
        name: session.slice(0, 100),
        description: `Last score ${overall}`,
        mimeType: "application/json",
      })),
      ...(sessions.length > PAGE && { nextCursor: String(offset + PAGE) }),
    };
  },
  async read(uri, { audits }) {
    const audit = AUDIT.exec(uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : "")?.groups;
    if (audit) {
      const session = decoded(audit["session"] ?? "");
      const details =
        session === undefined
          ? undefined
          : await audits.details(session, Number(audit["position"]));
      return details && { mimeType: "application/json", text: JSON.stringify(details) };
    }
    const session = sessionOf(uri);
    const found = session === undefined ? [] : await audits.history(session);
    if (found.length === 0) return undefined;
    return {
      mimeType: "application/json",
      text: JSON.stringify({ session, trend: trendOf(found), audits: found }),
    };
  },
  watch: watchAudits,
};

function sessionOf(uri: string): string | undefined {
  if (!uri.startsWith(PREFIX) || !uri.endsWith(SUFFIX)) return undefined;
  return decoded(uri.slice(PREFIX.length, -SUFFIX.length));
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
