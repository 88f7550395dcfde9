import { defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { renderGraph } from "../domain/draw-graph.ts";

export const graphCommand = defineCommand({
  name: "graph",
  usage: "<id>",
  summary: "Print a graph: JSON, or Mermaid or DOT text",
  options: {
    mermaid: option.boolean({ flag: "mermaid", describe: "Print Mermaid text" }),
    dot: option.boolean({ flag: "dot", describe: "Print DOT text" }),
    version: option.integer({
      flag: "at-version",
      min: 1,
      describe: "Version; the latest unless given",
    }),
  },
  positionals: [1, 1],
  async run({ context, positionals, values, print }: GraphRun) {
    const graphId = positionals[0] as string;
    const { database, graphs } = context;
    const { state, version } = await database.read((tx) =>
      graphs.load(tx, graphId, values.version),
    );
    const format = values.mermaid ? "mermaid" : values.dot ? "dot" : "json";
    print(renderGraph(state, format, { graphId, version }));
  },
});

type GraphRun = {
  context: Context;
  positionals: string[];
  values: { mermaid: boolean; dot: boolean; version: number | undefined };
  print(line: string): void;
};
