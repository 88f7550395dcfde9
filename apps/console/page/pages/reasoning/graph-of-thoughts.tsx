import { useState } from "preact/hooks";
import { ThoughtGraph } from "@faculties/views";
import type { ThoughtGraphRecord } from "../../domain/reasoning.ts";
import { ScaleNote } from "./scale-note.tsx";
import { ThoughtCard } from "./thought-card.tsx";

export function GraphOfThoughts({
  graph: { problem, nodes, edges },
}: {
  graph: ThoughtGraphRecord;
}) {
  const [selected, setSelected] = useState<string>();
  const node = nodes.find(({ id }) => id === selected);
  return (
    <section aria-label="Graph of thoughts">
      <h2>{problem ?? "Graph of thoughts"}</h2>
      <ThoughtGraph nodes={nodes} edges={edges} selected={selected} onSelect={setSelected} />
      <ScaleNote />
      {node && <ThoughtCard title={node.node_type} text={node.content} score={node.score} />}
    </section>
  );
}
