import { connectClient, startHttp, temporaryHome, waitUntil } from "@faculties/testkit";
import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { findServers } from "./find-servers.mjs";
import { startRoundRobin } from "./tenants/round-robin.ts";

async function startPair(name: string) {
  const subject = findServers().find((server) => server.name === name);
  if (!subject) throw new Error(`${name} is not built.`);
  const { entry, args, env } = subject;
  const home = await temporaryHome();
  const pair = await Promise.all([0, 1].map(() => startHttp({ entry, args, env, home })));
  const balance = async (how?: { sessions: boolean }) => {
    const balancer = await startRoundRobin(
      pair.map(({ url }) => url),
      how,
    );
    onTestFinished(() => balancer.close());
    return balancer;
  };
  const balancer = await balance();
  const { client, call, updates } = await join("2026", balancer);
  return { pair, balance, balancer, client, call, updates };
}

async function join(kind: "2025" | "2026", { url }: { url: URL }) {
  const updates: string[] = [];
  const transport = new StreamableHTTPClientTransport(url);
  const client: Client = await connectClient(kind, transport, {
    configure: (made) =>
      made.setNotificationHandler(
        "notifications/resources/updated",
        ({ params }) => void updates.push(params.uri),
      ),
  });
  onTestFinished(() => client.close());
  const call = async <Result>(tool: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name: tool, arguments: input });
    expect([tool, result.isError ?? false, result.content]).toEqual([tool, false, result.content]);
    return result.structuredContent as Result;
  };
  return { client, call, updates };
}

test("agent-memory: each call may reach another instance", async () => {
  const { balancer, client, call } = await startPair("agent-memory");
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const { decision_id } = await call<{ decision_id: string }>("record_decision", {
      title: `Decision ${index}`,
      target: `target ${index}`,
      rationale: "It was decided on whichever instance came next.",
    });
    ids.push(decision_id);
  }
  for (const id of ids) {
    const { contents } = await client.readResource({ uri: `memory://decisions/${id}` });
    expect(contents).toHaveLength(1);
  }
  expect(Math.min(...balancer.counts)).toBeGreaterThan(4);
});

test("orchestrator-resources: a run that one instance began is seen, and steered, through the other", async () => {
  const { balancer, call } = await startPair("orchestrator-resources");
  const { graph_id } = await call<{ graph_id: string }>("graph_create", {
    name: "pair",
    nodes: [{ id: "a", attributes: { kind: "wait", ms: 60_000 } }],
    edges: [],
  });
  const { run_id } = await call<{ run_id: string }>("plan_run", { graph_id });
  for (let look = 0; look < 4; look += 1)
    expect(await call("plan_status", { run_id })).toMatchObject({ run_id });
  // One of the two servers is not the one that runs it, in whichever order they are asked.
  await call("plan_pause", { run_id });
  await call("plan_resume", { run_id });
  await call("plan_cancel", { run_id });
  expect(Math.min(...balancer.counts)).toBeGreaterThan(3);
});

test("orchestrator-resources: subscribers and watchers hear of what happens on either instance", async () => {
  const { balancer, client, call, updates } = await startPair("orchestrator-resources");
  const uri = "sc://blackboard/news";
  await call("bb_set", { key: "news:0", value: 0 });
  // The stream of the subscription stays with one instance; what follows alternates between the two.
  await client.listen({ resourceSubscriptions: [uri] });
  for (const round of [1, 2, 3, 4]) {
    updates.length = 0;
    await call("bb_set", { key: `news:${round}`, value: round });
    await waitUntil(() => updates.includes(uri), { what: `the news of round ${round}` });
    const { events } = await call<{ events: { key: string }[] }>("resources_watch", { uri });
    expect(events.map(({ key }) => key)).toContain(`news:${round}`);
  }
  expect(Math.min(...balancer.counts)).toBeGreaterThan(3);
});

test("agent-memory: a session of the older era stays with its instance, and its data outlives that", async () => {
  const { pair, balance, call } = await startPair("agent-memory");
  const sticky = await balance({ sessions: true });
  const text = { title: "Keep it", target: "kept", rationale: "Sessions end, decisions stay." };
  const [left, right] = [await join("2025", sticky), await join("2025", sticky)];
  const { decision_id } = await left.call<{ decision_id: string }>("record_decision", text);
  for (const { client } of [left, right])
    expect(
      (await client.readResource({ uri: `memory://decisions/${decision_id}` })).contents,
    ).toHaveLength(1);
  // Without a balancer that knows of sessions the second request is another instance's.
  await expect(join("2025", await balance())).rejects.toThrow(/session/i);

  await pair[0]?.kill("SIGKILL");
  const lost = await Promise.allSettled([left, right].map(({ client }) => client.ping()));
  expect(lost.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(sticky.counts.every((count) => count > 0)).toBe(true);
  await expect.poll(() => call("search_decisions", { query: "Keep it" })).toBeDefined();
});
