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
  const mainTip = present === null ? await unit.thoughts.tip(session.id, null) : undefined;
  const root = { name: ROOT_NAME, parentId: null, confidence, priority: 0 };
  const home = present ?? (await unit.branches.add(session.id, root)).id;
  const thought = await unit.thoughts.add(session, {
    content,
    confidence,
    mode: "tree",
    branchId: home,
    ...(mainTip !== undefined && { parentId: mainTip.id }),
  });
  const branches: GrownTree["branches"] = [];
  for (const [index, approach] of explored.entries()) {
    const { id } = await unit.branches.add(session.id, {
      name: approach.name,
      parentId: home,
      confidence: approach.confidence,
      priority: index === recommended ? 1 : 0,
    });
    await unit.thoughts.add(session, {
      content: approach.content,
      confidence: approach.confidence,
      mode: "tree",
      branchId: id,
      parentId: thought.id,
    });
    branches.push({ id, ...approach });
  }
  await unit.sessions.setActiveBranch(session.id, home);
  return { thought, home, branches };
}
