import { existsSync } from "node:fs";
import { join } from "node:path";
import { type HttpConnection, resultText, waitUntil } from "@faculties/testkit";
import { startOpenAiEmulator } from "@faculties/testkit/emulators";
import { expect, test } from "vitest";
import { listUris, seenBy, startShared } from "./tenants/start-shared.ts";

const TWO = { "red-token": { tenant: "red" }, "blue-token": { tenant: "blue" } };
// In everything that red writes, and in nothing that blue may see.
const MARK = "zanzibar";

type Client = HttpConnection<"2026">;

/** The text of a call's answer, whether it succeeds or not. */
async function said(client: Client, tool: string, args: Record<string, unknown>): Promise<string> {
  return resultText(await client.call(tool, args));
}

test("agent-memory: each role is shown the tools that it can use, and refused the others", async () => {
  const { as } = await startShared(
    "agent-memory",
    {
      "red-viewer": { tenant: "red", role: "viewer" },
      "red-agent": { tenant: "red", role: "agent" },
      "red-admin": { tenant: "red", role: "admin" },
    },
    { AGENT_MEMORY_REFLECTION: "true" },
  );
  const listed = async (token: string) =>
    (await (await as(token)).listTools()).map(({ name }) => name);
  const writing = [
    "get_decision",
    "record_decision",
    "record_event",
    "search_decisions",
    "supersede_decision",
  ];
  expect(await listed("red-viewer")).toEqual(["get_decision", "search_decisions"]);
  expect(await listed("red-agent")).toEqual(writing);
  expect(await listed("red-admin")).toEqual(
    ["accept_proposal", ...writing, "reject_proposal"].toSorted(),
  );
  // The order in which the roles were asked for changes nothing.
  expect(await listed("red-viewer")).toEqual(["get_decision", "search_decisions"]);

  const proposal = { proposal_id: "nothing" };
  expect(await said(await as("red-agent"), "accept_proposal", proposal)).toMatch(/role admin/);
  expect(await said(await as("red-viewer"), "accept_proposal", proposal)).toMatch(/role admin/);
});

test("agent-memory: decisions stay with their tenant, and the token's role cannot be raised", async () => {
  const { server, home, as, listen } = await startShared(
    "agent-memory",
    {
      ...TWO,
      "red-viewer": { tenant: "red", role: "viewer" },
      "red-admin": { tenant: "red", role: "admin" },
    },
    { AGENT_MEMORY_ROLE: "agent" },
  );
  const [red, blue, viewer, admin] = await Promise.all(
    ["red-token", "blue-token", "red-viewer", "red-admin"].map(as),
  );
  if (!red || !blue || !viewer || !admin) throw new Error("not connected");
  const decision = { title: `Use ${MARK}`, target: "storage", rationale: `${MARK} is fast.` };
  const { decision_id: id } = await red.callOk<{ decision_id: string }>(
    "record_decision",
    decision,
  );

  expect(await said(blue, "search_decisions", { query: MARK })).not.toContain(id);
  expect(await seenBy(red, [])).toContain(MARK);
  expect(await seenBy(blue, await listUris(red))).not.toContain(MARK);
  const theft = {
    ...decision,
    title: "Mine",
    rationale: "It is better for us.",
    old_decision_ids: [id],
  };
  await blue.callError("supersede_decision", theft);
  // The same target is free for another tenant.
  await blue.callOk("record_decision", {
    ...decision,
    title: "Use a disk",
    rationale: "It is cheap enough.",
  });

  expect(await said(viewer, "search_decisions", { query: MARK })).toContain(id);
  const raise = { ...theft, role: "admin", _meta: { role: "admin" } };
  expect(await said(viewer, "supersede_decision", raise)).toMatch(/role viewer|Unrecognized/i);
  expect(await said(viewer, "supersede_decision", theft)).toMatch(/role viewer/);
  const uri = `memory://decisions/${id}`;
  const [told, others] = [await listen("red-token", uri), await listen("blue-token", uri)];
  await admin.callOk("supersede_decision", theft);
  await waitUntil(() => told.includes(uri));
  expect(others).toEqual([]);

  if (home.env["DATABASE_URL"] !== undefined) return;
  const folder = join(home.env["XDG_DATA_HOME"] ?? "", "faculties");
  const files = ["tenants/red/agent-memory.db", "tenants/blue/agent-memory.db", "agent-memory.db"];
  expect(files.map((file) => existsSync(join(folder, file)))).toEqual([true, true, false]);
  await server.close();
});

test("converse: conversations and cached answers stay with their tenant", async () => {
  const openai = await startOpenAiEmulator();
  openai.answer("gpt-4o", `${MARK} one`, "two", "three");
  const { server, as } = await startShared("converse", TWO, {
    OPENAI_BASE_URL: openai.url,
    OPENAI_API_KEY: "sk-0123456789abcdef",
  });
  const [red, blue] = await Promise.all([as("red-token"), as("blue-token")]);
  const question = { prompt: "same", model: "gpt-4o", temperature: 0 };
  const first = await red.callOk<{ continuation: { id: string } }>("chat", question);
  expect(JSON.stringify(await red.callOk("chat", question))).toContain('"cached":true');
  const other = JSON.stringify(await blue.callOk("chat", question));
  expect([other.includes(MARK), other.includes('"cached":true')]).toEqual([false, false]);
  const asked = () => openai.requests.filter(({ method }) => method === "POST");
  expect(asked()).toHaveLength(2);

  const follow = { prompt: "and?", model: "gpt-4o", continuation_id: first.continuation.id };
  await said(blue, "chat", follow);
  expect(JSON.stringify(asked().slice(2))).not.toContain(MARK);
  expect(await seenBy(red, [])).toContain(MARK);
  expect(await seenBy(blue, await listUris(red))).not.toContain(MARK);
  await server.close();
  await openai.close();
});

test("orchestrator-resources: graphs, runs, keys and idempotency stay with their tenant", async () => {
  const { server, as, listen } = await startShared("orchestrator-resources", TWO);
  const [red, blue] = await Promise.all([as("red-token"), as("blue-token")]);
  const graph = {
    name: MARK,
    nodes: [{ id: MARK, attributes: { kind: "noop" } }],
    edges: [],
    idempotency_key: "same-key",
  };
  const { graph_id } = await red.callOk<{ graph_id: string }>("graph_create", graph);
  const { run_id } = await red.callOk<{ run_id: string }>("plan_run", { graph_id });
  await red.callOk("bb_set", { key: "ns:name", value: MARK });

  const shown = [];
  for (const [tool, args] of [
    ["graph_get", { graph_id }],
    ["graph_export", { graph_id }],
    ["plan_run", { graph_id }],
    ["bb_get", { key: "ns:name" }],
    ["bb_query", {}],
    ["events_subscribe", {}],
    ["logs_tail", {}],
    ["resources_list", {}],
    ["resources_read", { uri: `sc://runs/${run_id}/events` }],
    ["resources_watch", { uri: `sc://graphs/${graph_id}`, limit: 1 }],
  ] as const) {
    expect(await said(blue, tool, args)).not.toContain(MARK);
    if ((await said(red, tool, args)).includes(MARK)) shown.push(tool);
  }
  await blue.callError("plan_status", { run_id });
  await blue.callError("plan_cancel", { run_id });
  expect(shown).toEqual(expect.arrayContaining(["graph_get", "bb_get", "events_subscribe"]));
  expect(await seenBy(red, [])).toContain(MARK);
  expect(await seenBy(blue, await listUris(red))).not.toContain(MARK);
  const uri = "sc://blackboard/ns";
  const [told, others] = [await listen("red-token", uri), await listen("blue-token", uri)];
  await red.callOk("bb_set", { key: "ns:name", value: "news" });
  await waitUntil(() => told.includes(uri));
  expect(others).toEqual([]);
  await blue.callOk("bb_set", { key: "ns:name", value: "other news" });
  await waitUntil(() => others.includes(uri));
  const again = await blue.callOk<{ graph_id: string }>("graph_create", graph);
  expect(again.graph_id).not.toBe(graph_id);
  await server.close();
});

test("langbase-reasoning and gan-audit: sessions stay with their tenant", async () => {
  const reasoning = await startShared("langbase-reasoning", TWO);
  const [red, blue] = await Promise.all([reasoning.as("red-token"), reasoning.as("blue-token")]);
  const { session_id } = await red.callOk<{ session_id: string }>("reasoning_probabilistic", {
    hypothesis: MARK,
    prior: 0.5,
    evidence: [{ description: MARK, likelihood_if_true: 0.9, likelihood_if_false: 0.1 }],
  });
  await red.callOk("reasoning_checkpoint_create", { session_id, name: MARK });
  expect(await said(red, "reasoning_checkpoint_list", { session_id })).toContain(MARK);
  expect(await said(blue, "reasoning_checkpoint_list", { session_id })).not.toContain(MARK);
  await reasoning.server.close();

  const audit = await startShared("gan-audit", TWO);
  const [one, other] = await Promise.all([audit.as("red-token"), audit.as("blue-token")]);
  const thought = {
    thought: `\`\`\`js\nexport const ${MARK} = eval(input);\n\`\`\``,
    thoughtNumber: 1,
    totalThoughts: 1,
    nextThoughtNeeded: false,
    branchId: MARK,
  };
  await one.callOk("sequentialthinking", thought);
  expect(await seenBy(one, [])).toContain(MARK);
  expect(await listUris(other)).toEqual([]);
  expect(await seenBy(other, await listUris(one))).not.toContain(MARK);
  // The same branch is the first of its name here.
  await other.callOk("sequentialthinking", { ...thought, thought: "```js\neval(input);\n```" });
  const own = await seenBy(other, []);
  expect([own.includes('\\"position\\":1'), own.includes('\\"position\\":2')]).toEqual([
    true,
    false,
  ]);
  await audit.server.close();
});
