type Scored = { score: number | null; position: number };

/** Best score first, unscored last, older ones first among equals. */
export function sortConclusions<Node extends Scored>(nodes: readonly Node[]): Node[] {
  return nodes.toSorted(
    (left, right) => (right.score ?? -1) - (left.score ?? -1) || left.position - right.position,
  );
}
