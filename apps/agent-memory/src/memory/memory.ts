import type { Logger } from "@faculties/mcp-kit";
import type { SearchIndex, Storage } from "@faculties/storage";
import type { Access } from "../domain/access.ts";
import type { Cooldown } from "../domain/cooldown.ts";
import type { Clock } from "../domain/elapsed-since.ts";
import type { Embedding } from "../embedding/embedding.ts";
import type { AuditEntry } from "../store/audit-log.ts";

/** What every operation on the memory works with. */
export type Memory = {
  storage: Storage;
  index: SearchIndex;
  embedding: Embedding;
  clock: Clock;
  access: Access;
  cooldown: Cooldown;
  /** This process, as the audit log names it. */
  actor: string;
  /** Tells clients of this process what was committed. */
  announce(entries: readonly AuditEntry[]): void;
  log: Pick<Logger, "warn">;
};
