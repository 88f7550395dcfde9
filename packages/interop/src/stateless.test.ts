import { connectClient, startHttp, temporaryHome } from "@faculties/testkit";
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
  const balancer = await startRoundRobin(pair.map(({ url }) => url));
  onTestFinished(() => balancer.close());
  const client: Client = await connectClient(
    "2026",
    new StreamableHTTPClientTransport(balancer.url),
  );
  onTestFinished(() => client.close());
  const call = async <Result>(tool: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name: tool, arguments: input });
    expect([tool, result.isError ?? false, result.content]).toEqual([tool, false, result.content]);
    return result.structuredContent as Result;
  };
  return { balancer, client, call };
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
  // Whoever is asked first, one of the two is not the one that runs it.
  await call("plan_pause", { run_id });
  await call("plan_resume", { run_id });
  await call("plan_cancel", { run_id });
  expect(Math.min(...balancer.counts)).toBeGreaterThan(3);
});
