import type { Storage } from "@faculties/storage";
import {
  type AuditDetails,
  dropOldSessions,
  insertAudit,
  oldSessions,
  storedSession,
} from "../store/audits.ts";
import { auditsKey } from "../store/lock-keys.ts";

/** Stores an audit; the number of the audit in its session. A new session may push out the oldest ones. */
export async function keepAudit(
  { storage, writer }: { storage: Storage; writer: string },
  session: string,
  details: AuditDetails,
): Promise<number> {
  const at = storage.now();
  const position = await storage.write((tx) => insertAudit(tx, session, details, { at, writer }), {
    locks: [auditsKey(storedSession(session))],
  });
  if (position > 1) return position;
  const old = await storage.query(oldSessions);
  if (old.length > 0)
    await storage.write((tx) => dropOldSessions(tx, old), { locks: old.map(auditsKey) });
  return position;
}
