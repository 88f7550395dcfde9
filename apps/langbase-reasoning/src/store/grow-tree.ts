import type { ThoughtRow } from "./thought-store.ts";
import type { Unit } from "./unit.ts";

type Explored = { name: string | null; content: string; confidence: number };

export type Growth = {
  sessionId: string | undefined;
  branchId: string | undefined;
  content: string;
  confidence: number;
  explored: readonly Explored[];
  recommended: number;
};

export type GrownTree = {
  thought: ThoughtRow;
  /** The branch that was continued. */
  home: string;
  branches: (Explored & { id: string })[];
};

const ROOT_NAME = "main";

/** Stores an exploration on the branch that it continues, and each approach on a branch of its own below. */
export async function growTree(unit: Unit, growth: Growth): Promise<GrownTree> {
  const { content, confidence, explored, recommended } = growth;
  const session = await unit.sessions.enter(growth.sessionId, "tree");
  const present = growth.branchId ?? session.activeBranchId;
  const root = { name: ROOT_NAME, parentId: null, confidence, priority: 0 };
  const home = present ?? (await unit.branches.add(session.id, root)).id;
  const mainTip = present === null ? await unit.thoughts.tip(session.id, null) : undefined;
  const thought = await unit.thoughts.add(session, {
    content,
    confidence,
    mode: "tree",
    branchId: home,
    ...(present === null && { parentId: mainTip?.id ?? null }),
  });
  const rows = await unit.branches.addAll(
    session.id,
    explored.map((approach, index) => ({
      name: approach.name,
      parentId: home,
      confidence: approach.confidence,
      priority: index === recommended ? 1 : 0,
    })),
  );
  const branches = explored.map((approach, index) => ({ id: rows[index]?.id ?? "", ...approach }));
  await unit.thoughts.addAfter(
    thought,
    branches.map(({ id: branchId, content: text, confidence: sureness }) => ({
      content: text,
      confidence: sureness,
      mode: "tree",
      branchId,
    })),
  );
  if (session.activeBranchId !== home) await unit.sessions.setActiveBranch(session.id, home);
  return { thought, home, branches };
}
