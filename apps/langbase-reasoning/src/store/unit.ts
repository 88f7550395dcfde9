import type { Transaction } from "@faculties/storage";
import type { Snapshot } from "../domain/snapshot.ts";
import { branchStore } from "./branch-store.ts";
import { checkpointStore } from "./checkpoint-store.ts";
import { detectionStore } from "./detection-store.ts";
import { graphStore } from "./graph-store.ts";
import { nodeStore } from "./node-store.ts";
import { invocationStore } from "./invocation-store.ts";
import { presetRunStore } from "./preset-run-store.ts";
import { restoreSnapshot } from "./restore-snapshot.ts";
import { sessionStore, type SessionRow } from "./session-store.ts";
import { takeSnapshot } from "./take-snapshot.ts";
import { thoughtStore } from "./thought-store.ts";
import { threadStore } from "./thread-store.ts";

export type Unit = ReturnType<typeof createUnit>;

/** Everything that can be read or written in one transaction. */
export function createUnit(tx: Transaction, now: () => number) {
  const thoughts = thoughtStore(tx, now);
  return {
    sessions: sessionStore(tx, now),
    thoughts,
    branches: branchStore(tx, now),
    checkpoints: checkpointStore(tx, now),
    graphs: graphStore(tx, now),
    nodes: nodeStore(tx, now),
    detections: detectionStore(tx, now),
    invocations: invocationStore(tx, now),
    threads: threadStore(tx),
    presetRuns: presetRunStore(tx, now),
    async takeSnapshot(session: SessionRow): Promise<Snapshot> {
      const tip = await thoughts.tip(session.id, session.activeBranchId);
      return takeSnapshot(tx, session, tip?.id ?? null);
    },
    restoreSnapshot: (session: SessionRow, snapshot: Snapshot, name: string) =>
      restoreSnapshot(tx, now, session, snapshot, name),
  };
}
