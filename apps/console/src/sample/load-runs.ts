import type { CallTool } from "./load-sample.ts";

const HOUR_MS = 3_600_000;
const program = (code: string) => ({
  kind: "child",
  command: "node",
  args: JSON.stringify(["-e", code]),
});

export async function loadRuns(call: CallTool): Promise<void> {
  for (const graph of [RELEASE, BROKEN, NIGHTLY]) await call("graph_create", graph);
  const release = await start(call, RELEASE.graph_id);
  const broken = await start(call, BROKEN.graph_id);
  await call("plan_join", { run_ids: [release, broken] });
  await call("plan_run", {
    graph_id: NIGHTLY.graph_id,
    node_timeout_ms: HOUR_MS,
    timeout_ms: HOUR_MS,
  });
}

async function start(call: CallTool, graph_id: string): Promise<string> {
  const { run_id } = await call<{ run_id: string }>("plan_run", {
    graph_id,
    on_failure: "continue",
  });
  return run_id;
}

const RELEASE = {
  graph_id: "sample-release",
  name: "Sample: release",
  nodes: [
    { id: "fetch", label: "Fetch sources", attributes: { kind: "wait", ms: 40 } },
    { id: "lint", label: "Lint", attributes: program("console.log('0 problems in 214 files')") },
    { id: "test", label: "Test", attributes: program("console.log('1204 passed')") },
    { id: "build", label: "Build", attributes: program("console.log('built 3 images')") },
    {
      id: "announce",
      label: "Announce",
      attributes: {
        kind: "bb_set",
        key: "sample-release:state",
        value: "1.8.0 is ready",
        tags: "release",
      },
    },
  ],
  edges: [
    { from: "fetch", to: "lint" },
    { from: "fetch", to: "test" },
    { from: "fetch", to: "build" },
    { from: "lint", to: "announce" },
    { from: "test", to: "announce" },
    { from: "build", to: "announce" },
  ],
};

const BROKEN = {
  graph_id: "sample-import",
  name: "Sample: import",
  nodes: [
    { id: "download", attributes: program("console.log('18 files')") },
    {
      id: "parse",
      attributes: program("console.error('line 312: unexpected end of row'); process.exit(3)"),
    },
    { id: "load", attributes: { kind: "noop" } },
  ],
  edges: [
    { from: "download", to: "parse" },
    { from: "parse", to: "load" },
  ],
};

const NIGHTLY = {
  graph_id: "sample-nightly",
  name: "Sample: nightly report",
  nodes: [
    { id: "collect", label: "Collect", attributes: { kind: "wait", ms: 20 } },
    {
      id: "crunch",
      label: "Crunch numbers",
      attributes: program(
        "let row = 0; setInterval(() => console.log(`region ${++row}: ${1000 + row * 37} orders`), 1000)",
      ),
    },
    {
      id: "publish",
      label: "Publish",
      attributes: { kind: "bb_set", key: "sample-nightly:report", value: "published" },
    },
  ],
  edges: [
    { from: "collect", to: "crunch" },
    { from: "crunch", to: "publish" },
  ],
};
