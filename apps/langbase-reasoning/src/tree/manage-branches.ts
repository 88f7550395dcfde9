import type {
  ReasoningTreeCompleteInput,
  ReasoningTreeCompleteOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-tree-complete";
import type {
  ReasoningTreeFocusInput,
  ReasoningTreeFocusOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-tree-focus";
import type { ReasoningTreeListOutput } from "@faculties/schemas/langbase-reasoning/reasoning-tree-list";
import type { Transaction } from "@faculties/storage";
import { changeBranch, findBranch, listBranches, toBranch } from "../store/branches.ts";
import { sessionKey } from "../store/lock-keys.ts";
import { findSession, setActiveBranch } from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { countThoughtsByBranch } from "../store/thoughts.ts";

/** Makes a branch the active one, and opens it again if it was closed. */
export async function focusBranch(
  store: Store,
  { session_id, branch_id }: ReasoningTreeFocusInput,
): Promise<ReasoningTreeFocusOutput> {
  const { previous, branch } = await store.write(
    async (tx, now) => {
      const session = await findSession(tx, session_id);
      const found = await findBranch(tx, branch_id, session_id);
      if (found.state !== "active") await changeBranch(tx, branch_id, { state: "active" }, now);
      await setActiveBranch(tx, session_id, branch_id, now);
      return { previous: session.activeBranchId, branch: await findBranch(tx, branch_id) };
    },
    { locks: [sessionKey(session_id)] },
  );
  return { session_id, branch_id, previous_branch: previous, branch: toBranch(branch) };
}

/** Completes or abandons a branch; if it was the active one, its nearest active ancestor becomes active. */
export async function closeBranch(
  store: Store,
  { session_id, branch_id, state }: ReasoningTreeCompleteInput,
): Promise<ReasoningTreeCompleteOutput> {
  const { branch, active } = await store.write(
    async (tx, now) => {
      const session = await findSession(tx, session_id);
      await findBranch(tx, branch_id, session_id);
      await changeBranch(tx, branch_id, { state }, now);
      const closed = await findBranch(tx, branch_id);
      if (session.activeBranchId !== branch_id)
        return { branch: closed, active: session.activeBranchId };
      const next = await activeAncestor(tx, closed.parentId);
      await setActiveBranch(tx, session_id, next, now);
      return { branch: closed, active: next };
    },
    { locks: [sessionKey(session_id)] },
  );
  return { session_id, branch_id, state, active_branch_id: active, branch: toBranch(branch) };
}

export async function branchesOf(
  store: Store,
  sessionId: string,
): Promise<ReasoningTreeListOutput> {
  const { session, branches, counts } = await store.read(async (tx) => ({
    session: await findSession(tx, sessionId),
    branches: await listBranches(tx, sessionId),
    counts: await countThoughtsByBranch(tx, sessionId),
  }));
  return {
    session_id: sessionId,
    active_branch_id: session.activeBranchId,
    branches: branches.map((branch) => ({
      ...toBranch(branch),
      is_active: branch.id === session.activeBranchId,
      thought_count: counts.get(branch.id) ?? 0,
    })),
    count: branches.length,
  };
}

/** The nearest branch above that is still active; null for the main line. */
async function activeAncestor(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const branch = await findBranch(tx, id);
  return branch.state === "active" ? id : activeAncestor(tx, branch.parentId);
}
