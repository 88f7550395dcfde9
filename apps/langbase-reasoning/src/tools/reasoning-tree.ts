import { defineTool } from "@faculties/mcp-kit";
import { ReasoningTreeInput, ReasoningTreeOutput } from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE, thresholdNotes } from "../domain/default-confidence.ts";
import { recommendBranch } from "../domain/recommend-branch.ts";
import { tree, treeTask } from "../prompts/tree.ts";
import { TreeShape } from "../prompts/tree-shape.ts";
import { growTree } from "../store/grow-tree.ts";
import { openTreeLine } from "../store/open-tree-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningTree = defineTool({
  name: "reasoning_tree",
  title: "Tree",
  description: "Explore several approaches as branches.",
  toolset: "tree",
  input: ReasoningTreeInput,
  output: ReasoningTreeOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const line = await store.read((unit) => openTreeLine(unit, input, pipes));

    const { data, text, record } = await model.ask(call, {
      tool: "reasoning_tree",
      input,
      pipe: tree,
      task: treeTask(input),
      shape: TreeShape,
      line,
    });
    const confidence = data.confidence ?? DEFAULT_CONFIDENCE;
    const named = data.branches.flatMap((branch) => {
      const content = branch.content ?? branch.thought ?? branch.name;
      return content === undefined
        ? []
        : [{ name: branch.name ?? null, content, confidence: branch.confidence ?? confidence }];
    });
    const content = data.thought ?? (named.map((branch) => branch.content).join("\n\n") || text);
    const explored =
      named.length > 0 ? named.slice(0, input.max_branches) : [{ name: null, content, confidence }];
    const recommended = recommendBranch(explored, data.recommended, input.confidence);
    const grown = await store.write(async (unit) => {
      const added = await growTree(unit, {
        sessionId: line.sessionId,
        branchId: input.branch_id,
        content,
        confidence,
        explored,
        recommended,
      });
      await record(unit, added.thought.sessionId, added.thought);
      return added;
    }, withinSession(line.sessionId));

    const { thought, home, branches } = grown;
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
        ...(named.length === 0 ? ["The answer named no branches; it became the only one."] : []),
        ...thresholdNotes(branches[recommended]?.confidence ?? confidence, input.confidence),
      ],
    );
  },
});
