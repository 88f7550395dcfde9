import { startServers } from "@faculties/testkit";
import { expect, test } from "vitest";
import { ENTRY, langbaseEnv, startLangbase } from "./start-reasoning.ts";

type Linked = { id: string; parent_id: string | null };
type SessionRecord = {
  session: { active_branch_id: string | null };
  thoughts: (Linked & { branch_id: string | null })[];
  branches: (Linked & { state: string })[];
  graphs: { nodes: { id: string }[]; edges: { from_node: string; to_node: string }[] }[];
};
type Result = {
  checkpoint_id?: string;
  branches?: { id: string }[];
  nodes?: { id: string }[];
  error?: { type: string };
};

const AT_ONCE = 20;
const CALLS = 150;
/** One call may ask for something that another removes; nothing else may fail. */
const EXPECTED = ["CheckpointNotFound", "BranchNotFound", "NodeNotFound", "Validation"];

test("two processes with twenty calls of every kind under way keep a session sound", async () => {
  const emulator = await startLangbase();
  const env = { PATH: "", LOG_LEVEL: "error", ...langbaseEnv(emulator) };
  const servers = await startServers(2, { entry: ENTRY, env, args: ["--enable-observe"] });
  const serverOf = (index: number) => servers[index % 2]!;
  const { session_id } = await serverOf(0).callOk("reasoning_linear", { content: "start" });
  const { graph_id, root_node_id } = await serverOf(0).callOk("reasoning_got_init", {
    content: "root",
    session_id,
    config: { max_branches: CALLS },
  });
  const known = { checkpoints: [""], branches: [""], nodes: [String(root_node_id)] };
  const some = (ids: readonly string[], index: number) => ids[(index * 7_919) % ids.length];

  const callsOf = (index: number): [string, Record<string, unknown>][] => {
    const [branch_id, node_id] = [some(known.branches, index), some(known.nodes, index)];
    const new_direction = index % 2 === 0 ? `direction ${index}` : undefined;
    return [
      ["linear", { content: `thought ${index}`, session_id }],
      ["tree", { content: `tree ${index}`, session_id }],
      ["got_generate", { graph_id, node_id, k: 2 }],
      ["tree_focus", { session_id, branch_id }],
      ["checkpoint_create", { session_id, name: `checkpoint ${index}` }],
      ["got_refine", { graph_id, node_id }],
      ["tree_complete", { session_id, branch_id, state: "completed" }],
      ["got_score", { graph_id, node_id }],
      ["backtrack", { checkpoint_id: some(known.checkpoints, index), new_direction }],
    ];
  };
  async function work(index: number): Promise<string[]> {
    const calls = callsOf(index);
    const [tool, args] = calls[index % calls.length]!;
    const { structuredContent } = await serverOf(index).call(`reasoning_${tool}`, args);
    const { error, checkpoint_id, branches = [], nodes = [] } = structuredContent as Result;
    if (error !== undefined) return [error.type];
    if (checkpoint_id !== undefined) known.checkpoints.push(checkpoint_id);
    known.branches.push(...branches.map(({ id }) => id));
    known.nodes.push(...nodes.map(({ id }) => id));
    return [];
  }
  let next = 0;
  const errors = new Set<string>();
  const worker = async () => {
    while (next < CALLS) for (const type of await work(next++)) errors.add(type);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect([...errors].filter((type) => !EXPECTED.includes(type))).toEqual([]);

  const [record, same] = await Promise.all(
    servers.map(async (server) => {
      const { content } = await server.callOk<{ content: string }>("reasoning_export", {
        session_id,
        format: "json",
      });
      return JSON.parse(content) as SessionRecord;
    }),
  );
  expect(record).toEqual(same);
  const { session, thoughts, branches, graphs } = record!;
  const ids = new Set([null, ...[...thoughts, ...branches].map(({ id }) => id)]);
  const strayThoughts = thoughts.filter(
    (one) => !ids.has(one.parent_id) || !ids.has(one.branch_id),
  );
  expect(strayThoughts).toEqual([]);
  expect(branches.filter(({ parent_id }) => !ids.has(parent_id))).toEqual([]);
  const active = branches.find(({ id }) => id === session.active_branch_id);
  expect(active?.state ?? "active").toBe("active");
  for (const { nodes, edges } of graphs) {
    const nodeIds = new Set(nodes.map(({ id }) => id));
    const loose = edges.filter(
      (edge) => !nodeIds.has(edge.from_node) || !nodeIds.has(edge.to_node),
    );
    expect(loose).toEqual([]);
  }
  expect(await serverOf(1).callOk("reasoning_got_state", { graph_id })).toMatchObject({
    has_cycle: false,
  });
});
