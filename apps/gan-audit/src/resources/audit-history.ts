import { cursorNumber, type ResourceCatalog, type ResourceChanges } from "@faculties/mcp-kit";
import { followLog } from "@faculties/storage";
import type { Context } from "../context.ts";
import { trendOf } from "../domain/trend-of.ts";
import {
  auditDetails,
  auditedSessions,
  auditsAfter,
  auditsOfSession,
  lastAuditNumber,
} from "../store/audits.ts";

const PREFIX = "gan-audit://sessions/";
const SUFFIX = "/history";
const AUDIT = /^(?<session>.+)\/audits\/(?<position>[1-9]\d{0,9})$/;
const PAGE = 100;
const EVERY_MS = 500;

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
  async list({ storage }, cursor) {
    const offset = cursorNumber(cursor) ?? 0;
    const sessions = await storage.query((tx) => auditedSessions(tx, PAGE + 1, offset));
    return {
      entries: sessions.slice(0, PAGE).map(({ session, overall, lastAt }) => ({
        uri: historyUri(session),
        name: session.slice(0, 100),
        description: `Last score ${overall}`,
        mimeType: "application/json",
        annotations: { lastModified: new Date(lastAt).toISOString() },
      })),
      ...(sessions.length > PAGE && { nextCursor: String(offset + PAGE) }),
    };
  },
  async read(uri, { storage }) {
    const audit = AUDIT.exec(uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : "")?.groups;
    if (audit) {
      const session = decoded(audit["session"] ?? "");
      const details =
        session === undefined
          ? undefined
          : await storage.query((tx) => auditDetails(tx, session, Number(audit["position"])));
      return details && { mimeType: "application/json", text: JSON.stringify(details) };
    }
    const session = sessionOf(uri);
    const found =
      session === undefined ? [] : await storage.query((tx) => auditsOfSession(tx, session));
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

/** Where the audits of a session can be read. */
const historyUri = (session: string): string =>
  PREFIX + encodeURIComponent(wellFormed(session)) + SUFFIX;

/** Half a surrogate pair has no URI. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Reports audits that were kept: each session once, and the list when it has become longer. */
export function announceAudits(
  changes: ResourceChanges,
  audits: readonly { session: string; position: number }[],
): void {
  for (const session of new Set(audits.map((audit) => audit.session)))
    changes.updated(historyUri(session));
  if (audits.some(({ position }) => position === 1)) changes.listChanged();
}

/** Follows the audits, so that clients hear of those that other processes make. */
function watchAudits(
  { storage, writer }: Context,
  changes: ResourceChanges,
  signal: AbortSignal,
): void {
  followLog(
    storage,
    {
      last: lastAuditNumber,
      after: auditsAfter,
      found: (audits) =>
        announceAudits(
          changes,
          audits.filter((audit) => audit.writer !== writer),
        ),
    },
    { everyMs: EVERY_MS, signal },
  );
}
