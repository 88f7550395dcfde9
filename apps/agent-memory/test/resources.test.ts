import { temporaryHome, type TestServer, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { record, runMemory, startMemory, supersede } from "./start-memory.ts";

async function read(server: TestServer<"2025">, uri: string): Promise<string> {
  const { contents } = await server.client.readResource({ uri });
  const [content] = contents;
  expect(content).toMatchObject({ uri, mimeType: "text/markdown" });
  return content !== undefined && "text" in content ? content.text : "";
}

async function readJson(server: TestServer<"2025">, uri: string) {
  const { contents } = await server.client.readResource({ uri });
  const [content] = contents;
  return JSON.parse(content !== undefined && "text" in content ? content.text : "");
}

async function subscribe(server: TestServer<"2025">, ...uris: string[]) {
  const updates: string[] = [];
  server.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updates.push(params.uri);
  });
  for (const uri of uris) await server.client.subscribeResource({ uri });
  return updates;
}

describe("resources", () => {
  test("show decisions, the lineage of targets, and proposals", async () => {
    await using server = await startMemory();
    const old = await record(server, "Message Queue", "Use Kafka", "A log of events");
    const current = await supersede(server, "Message Queue", "Use NATS", old);
    const { stdout } = await runMemory(server.home, [
      "propose",
      "cache",
      "Use Redis",
      "It is fast enough",
    ]);
    const proposal = stdout.trim();
    const { resources } = await server.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "memory://overview",
      `memory://proposals/${proposal}`,
      `memory://decisions/${current}`,
      "memory://targets/Message%20Queue",
      `memory://decisions/${old}`,
      "skill://project-decisions/SKILL.md",
    ]);
    expect((await server.client.listResourceTemplates()).resourceTemplates).toHaveLength(4);
    expect(await read(server, `memory://decisions/${old}`)).toContain(
      `# Use Kafka [via MCP]\n\n## Status\n\nSuperseded by [Use NATS](${current}.md)\n\n## Rationale\n\nA log of events`,
    );
    const target = await read(server, "memory://targets/message%20queue");
    expect(target).toContain(`In force: Use NATS (${current})`);
    expect(target).toMatch(new RegExp(`● Use NATS .*${current}\n└─ ○ Use Kafka .*${old}`));
    expect(await read(server, `memory://proposals/${proposal}`)).toContain(
      "# Use Redis\n\nIt is fast enough",
    );
  });

  test("show programs the same as JSON", async () => {
    await using server = await startMemory({ args: ["--enable-reflection"] });
    const old = await record(server, "Message Queue", "Use Kafka", "A log of events");
    const current = await supersede(server, "Message Queue", "Use NATS", old);
    for (const summary of ["Timed out", "Timed out again", "Timed out once more"])
      await server.callOk("record_event", { kind: "error", target: "deploy", summary });

    const overview = await readJson(server, "memory://overview");
    const lineage = await readJson(server, "memory://lineages/message%20queue");

    expect(overview.decisions).toMatchObject([
      { id: current, target: "Message Queue", status: "active", origin: "agent" },
      { id: old, status: "superseded", rationale: "A log of events" },
    ]);
    const [proposal] = overview.proposals;
    expect(proposal).toMatchObject({
      target: "deploy",
      evidence: [
        { kind: "error", summary: "Timed out" },
        { summary: "Timed out again" },
        { summary: "Timed out once more" },
      ],
    });
    expect(proposal["acceptable_at"] - proposal["first_observed_at"]).toBe(3_600_000);
    expect(lineage).toMatchObject({
      decisions: [{ id: old }, { id: current }],
      links: [{ new_id: current, old_id: old, kind: "supersedes" }],
    });
    await expect(server.client.readResource({ uri: "memory://lineages/x" })).rejects.toThrow(
      /not found/i,
    );
  });

  test("that do not exist are not found", async () => {
    await using server = await startMemory();
    for (const uri of [
      "memory://decisions/dec_x",
      "memory://targets/x",
      "memory://decisions/../../etc/passwd",
      "file:///etc/passwd",
    ])
      await expect(server.client.readResource({ uri })).rejects.toThrow(/not found/i);
  });

  test("are listed page by page", async () => {
    await using server = await startMemory();
    await Promise.all(
      Array.from({ length: 130 }, (_, number) => record(server, `t${number}`, `Title ${number}`)),
    );
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await server.client.listResources(cursor === undefined ? {} : { cursor });
      for (const { uri } of page.resources) seen.add(uri);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen.size).toBe(262);
    await expect(server.client.listResources({ cursor: "no page" })).rejects.toMatchObject({
      code: -32_602,
    });
  });

  test("report changes to those who subscribed, also those of other processes", async () => {
    const home = await temporaryHome();
    await using server = await startMemory({ home });
    await using other = await startMemory({ home });
    const [queue, cache] = ["memory://targets/queue", "memory://targets/cache"];
    const others = await subscribe(other, queue, cache);
    const id = await record(server, "queue", "Use Kafka");
    await record(server, "cache", "Use Redis");
    const own = await subscribe(server, `memory://decisions/${id}`, queue);
    await supersede(server, "queue", "Use NATS", id);
    await waitUntil(() => own.length === 2);
    await waitUntil(() => others.length === 3);
    expect(own.toSorted()).toEqual([`memory://decisions/${id}`, queue]);
    expect(others).toEqual([queue, cache, queue]);
    await server.client.subscribeResource({ uri: "memory://targets/Cache layer" });
    await record(server, "cache LAYER", "Cache in memory");
    await waitUntil(() => own.length === 3);
    expect(own.at(-1)).toBe("memory://targets/Cache layer");
  });

  test("report changes to clients of the newest protocol under their own spelling, once", async () => {
    await using server = await startMemory({}, "2026");
    const updates: string[] = [];
    server.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      updates.push(params.uri);
    });
    const spellings = ["memory://targets/Cache layer", "memory://targets/cache%20LAYER"];
    const listening = await server.client.listen({
      resourceSubscriptions: [...spellings, "memory://overview"],
    });
    await server.callOk("record_decision", {
      target: "cache LAYER",
      title: "Cache in memory",
      rationale: "It is fast enough",
    });
    await waitUntil(() => updates.includes("memory://overview"));
    expect(updates.toSorted()).toEqual(["memory://overview", ...spellings]);
    await listening.close();
  });
});
