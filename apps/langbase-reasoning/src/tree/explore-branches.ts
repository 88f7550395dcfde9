import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningTreeInput,
  ReasoningTreeOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-tree";
import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import { answerNotes, DEFAULT_CONFIDENCE, thresholdNotes } from "../domain/confidence.ts";
import { invalid } from "../domain/reasoning-error.ts";
import { branchNamed, recommendBranch } from "../domain/recommend-branch.ts";
import { withNotes } from "../domain/with-notes.ts";
import { counted, joinWords } from "../domain/words.ts";
import type { PipeNames } from "../pipes/pipe.ts";
import { tree, treeExample, TreeShape, treeTask } from "../pipes/tree.ts";
import { readHistory, type SessionHistory } from "../sessions/history.ts";
import { addBranch, addBranches, findBranch } from "../store/branches.ts";
import { sessionKeys } from "../store/lock-keys.ts";
import { enterSession, findSession, setActiveBranch } from "../store/sessions.ts";
import { addThought, addThoughtsAfter, newestThought, type ThoughtRow } from "../store/thoughts.ts";

type Approach = { name: string | null; content: string; confidence: number };

const ROOT_NAME = "main";

/** Explores distinct approaches, each on a new branch, and recommends one. */
export async function exploreBranches(
  { store, model, pipes }: Context,
  input: ReasoningTreeInput,
  call: ToolCall,
): Promise<ReasoningTreeOutput> {
  const history = await store.read((tx) => readBranchHistory(tx, input, pipes));

  const answer = await model.ask(call, {
    tool: "reasoning_tree",
    input,
    pipe: tree,
    task: treeTask(input),
    shape: TreeShape,
    example: treeExample,
    given: input.branches && { branches: input.branches, confidence: input.confidence },
    history,
  });
  const { data, text, record } = answer;
  const confidence = data.confidence ?? DEFAULT_CONFIDENCE;
  const named = data.branches.flatMap((branch) => {
    const content = branch.content ?? branch.thought ?? branch.name;
    return content === undefined
      ? []
      : [{ name: branch.name ?? null, content, confidence: branch.confidence ?? confidence }];
  });
  // Each branch continues from this thought, so it must not carry the contents of the others.
  const content = data.thought ?? (named.length > 0 ? summaryOf(named) : text);
  const explored =
    named.length > 0 ? named.slice(0, input.max_branches) : [{ name: null, content, confidence }];
  const recommended = recommendBranch(explored, data.recommended, input.confidence);
  const { thought, home, branches } = await store.write(
    async (tx, now) => {
      const added = await growTree(tx, {
        sessionId: history.sessionId,
        branchId: input.branch_id,
        content,
        confidence,
        explored,
        recommended,
        now,
      });
      await record(tx, added.thought.sessionId, now, added.thought);
      return added;
    },
    { locks: sessionKeys(history.sessionId) },
  );

  return withNotes(
    {
      thought_id: thought.id,
      session_id: thought.sessionId,
      branch_id: home,
      content,
      confidence,
      branches_explored: branches.length,
      recommended_branch: branches[recommended]?.id ?? home,
      branches,
    },
    [
      ...answerNotes(answer),
      ...(data.recommended !== undefined && branchNamed(explored, data.recommended) === -1
        ? [`The model recommended “${data.recommended}”, which is none of its branches.`]
        : []),
      ...(named.length === 0 ? ["The answer named no branches; it became the only one."] : []),
      ...thresholdNotes(branches[recommended]?.confidence ?? confidence, input.confidence),
    ],
  );
}

function summaryOf(approaches: readonly Approach[]): string {
  const names = approaches.map(({ name }, index) => name ?? `approach ${index + 1}`);
  return `Explored ${counted(approaches.length, "approach", "approaches")}: ${joinWords(names)}.`;
}

/** The history of the branch to continue. A branch tells its session if the caller names none. */
async function readBranchHistory(
  tx: Transaction,
  { session_id, branch_id }: ReasoningTreeInput,
  names: PipeNames,
): Promise<SessionHistory> {
  if (branch_id === undefined) return readHistory(tx, session_id, "tree", names);
  if (session_id !== undefined) await findSession(tx, session_id);
  const branch = await findBranch(tx, branch_id, session_id);
  if (branch.state !== "active")
    throw invalid(
      "branch_id",
      `Branch ${branch_id} is ${branch.state}; focus on it to continue it`,
    );
  return readHistory(tx, branch.sessionId, "tree", names, branch_id);
}

type Exploration = {
  sessionId: string | undefined;
  branchId: string | undefined;
  content: string;
  confidence: number;
  explored: readonly Approach[];
  recommended: number;
  now: number;
};

type GrownTree = {
  thought: ThoughtRow;
  /** The branch that was continued. */
  home: string;
  branches: (Approach & { id: string })[];
};

/** Stores an exploration on the branch that it continues, and each approach on its own branch below. */
async function growTree(tx: Transaction, exploration: Exploration): Promise<GrownTree> {
  const { content, confidence, explored, recommended, now } = exploration;
  const session = await enterSession(tx, exploration.sessionId, "tree", now);
  const present = exploration.branchId ?? session.activeBranchId;
  const root = { name: ROOT_NAME, parentId: null, confidence, priority: 0 };
  const home = present ?? (await addBranch(tx, session.id, root, now)).id;
  const onMainLine = present === null ? await newestThought(tx, session.id, null) : undefined;
  const summary = {
    content,
    confidence,
    mode: "tree",
    branchId: home,
    ...(present === null && { parentId: onMainLine?.id ?? null }),
  } as const;
  const thought = await addThought(tx, session, summary, now);
  const rows = await addBranches(
    tx,
    session.id,
    explored.map((approach, index) => ({
      name: approach.name,
      parentId: home,
      confidence: approach.confidence,
      priority: index === recommended ? 1 : 0,
    })),
    now,
  );
  const branches = explored.map((approach, index) => ({ id: rows[index]?.id ?? "", ...approach }));
  const thoughts = branches.map((branch) => ({
    content: branch.content,
    confidence: branch.confidence,
    mode: "tree" as const,
    branchId: branch.id,
  }));
  await addThoughtsAfter(tx, thought, thoughts, now);
  if (session.activeBranchId !== home) await setActiveBranch(tx, session.id, home, now);
  return { thought, home, branches };
}
