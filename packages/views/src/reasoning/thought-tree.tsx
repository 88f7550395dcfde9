import type { Branch } from "@faculties/schemas/langbase-reasoning/branch";
import type { Thought } from "@faculties/schemas/langbase-reasoning/thought";
import { shortened } from "../format.ts";
import { GraphView } from "../graph/graph-view.tsx";
import type { GraphViewNode } from "../graph/graph-model.ts";

type Props = {
  branches: readonly Pick<Branch, "id" | "name" | "parent_id" | "state" | "confidence">[];
  /** With thoughts, each branch shows its own below it. */
  thoughts?:
    | readonly Pick<Thought, "id" | "content" | "confidence" | "parent_id" | "branch_id">[]
    | undefined;
  activeBranch?: string | null | undefined;
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
};

const LONGEST_TITLE = 90;

/** Branches and the thoughts on them; colour is confidence, abandoned branches are faded. */
export function ThoughtTree({ branches, thoughts = [], activeBranch, selected, onSelect }: Props) {
  const branchIds = new Set(branches.map(({ id }) => id));
  const thoughtIds = new Set(thoughts.map(({ id }) => id));
  const abandoned = new Set(
    branches.filter(({ state }) => state === "abandoned").map(({ id }) => id),
  );
  const nodes: GraphViewNode[] = [
    ...branches.map(({ id, name, state, confidence }) => ({
      id,
      title: name ?? "Branch",
      note: [
        `branch · ${state}`,
        confidence.toFixed(2),
        ...(id === activeBranch ? ["in use"] : []),
      ].join(" · "),
      tone: id === activeBranch ? ("accent" as const) : ("muted" as const),
      isFaded: state === "abandoned",
    })),
    ...thoughts.map(({ id, content, confidence, branch_id }) => ({
      id,
      title: shortened(content, LONGEST_TITLE),
      note: `thought · ${confidence.toFixed(2)}`,
      score: confidence,
      isFaded: branch_id !== null && abandoned.has(branch_id),
    })),
  ];
  const edges = [
    ...branches.flatMap(({ id, parent_id }) =>
      parent_id !== null && (branchIds.has(parent_id) || thoughtIds.has(parent_id))
        ? [{ from: parent_id, to: id }]
        : [],
    ),
    ...thoughts.flatMap(({ id, parent_id, branch_id }) => {
      if (parent_id !== null && thoughtIds.has(parent_id)) return [{ from: parent_id, to: id }];
      return branch_id !== null && branchIds.has(branch_id) ? [{ from: branch_id, to: id }] : [];
    }),
  ];
  return (
    <GraphView
      label="Tree of thoughts"
      direction="down"
      nodes={nodes}
      edges={edges}
      selected={selected}
      onSelect={onSelect}
    />
  );
}
