import { twoServers, waitUntil } from "@faculties/testkit";
import { expect, test } from "vitest";
import { entry, everything, start } from "./support/start.ts";
import { createGraph, runChild, runGraph, script } from "./support/work.ts";

test("the registry is served as resources with templates and pages, without any tool", async () => {
  const writer = await start(everything);
  await createGraph(writer, "g", ["a"]);
  await runChild(writer, script("console.log('hello')"));
  const { run_id } = await runGraph(writer, "g");
  await writer.callOk("graph_batch_mutate", { graph_id: "g", ops: [{ op: "add_node", id: "b" }] });
  for (let round = 0; round < 3; round += 1)
    await writer.callOk("bb_batch_set", {
      entries: Array.from({ length: 100 }, (_, index) => ({
        key: `ns${round}-${index}:x`,
        value: index,
      })),
    });
  const reader = await start([], { home: writer.home });
  const { resourceTemplates } = await reader.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "sc://graphs/{graphId}",
    "sc://graphs/{graphId}@v{version}",
    "sc://snapshots/{graphId}/{txId}",
    "sc://runs/{runId}/events",
    "sc://children/{childId}/logs",
    "sc://blackboard/{namespace}",
  ]);
  const listed: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined; ; pages += 1) {
    const page = await reader.client.request({
      method: "resources/list",
      params: cursor === undefined ? {} : { cursor },
    });
    listed.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  expect(pages).toBeGreaterThanOrEqual(1);
  const { items } = await writer.callOk<{ items: { uri: string }[] }>("resources_list");
  expect(listed).toEqual([...items.map(({ uri }) => uri), "skill://parallel-runs/SKILL.md"]);
  const { contents } = await reader.client.readResource({ uri: "sc://graphs/g@v1" });
  expect(contents).toMatchObject([{ uri: "sc://graphs/g@v1", mimeType: "application/json" }]);
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
    graphId: "g",
    version: 1,
    graph: { nodes: [{ id: "a" }] },
  });
  const events = await reader.client.readResource({ uri: `sc://runs/${run_id}/events` });
  expect(JSON.parse((events.contents[0] as { text: string }).text)).toMatchObject({
    runId: run_id,
  });
  await expect(reader.client.readResource({ uri: "sc://graphs/nowhere" })).rejects.toThrow(
    /not found/i,
  );
  await expect(reader.client.listResources({ cursor: "nobody's" })).rejects.toMatchObject({
    code: -32_602,
  });
  await reader.client.readResource({ uri: "sc://graphs/%67" });
});

test("subscribers are told of changes by this process and by others", async () => {
  const updates: string[] = [];
  let listChanges = 0;
  const [reader, writer] = await twoServers({
    entry,
    args: everything,
    configure: (client) => {
      client.setNotificationHandler(
        "notifications/resources/updated",
        ({ params }) => void updates.push(params.uri),
      );
      client.setNotificationHandler(
        "notifications/resources/list_changed",
        () => void (listChanges += 1),
      );
    },
  });
  await createGraph(reader, "g", ["a"]);
  await reader.callOk("bb_set", { key: "news:x", value: 0 });
  for (const uri of ["sc://graphs/g", "sc://blackboard/news"])
    await reader.client.subscribeResource({ uri });
  await reader.callOk("graph_mutate", { graph_id: "g", ops: [{ op: "add_node", id: "b" }] });
  await waitUntil(() => updates.includes("sc://graphs/g"), { what: "the news of this process" });
  updates.length = 0;
  listChanges = 0;
  await writer.callOk("bb_set", { key: "news:x", value: 1 });
  await writer.callOk("graph_mutate", { graph_id: "g", ops: [{ op: "add_node", id: "c" }] });
  await waitUntil(
    () => updates.includes("sc://blackboard/news") && updates.includes("sc://graphs/g"),
    { what: "the news of the other process" },
  );
  await waitUntil(() => listChanges > 0, { what: "the news that there is a new version" });
  await writer.callOk("bb_set", { key: "other:x", value: 1 });
  await reader.client.unsubscribeResource({ uri: "sc://blackboard/news" });
  updates.length = 0;
  await writer.callOk("bb_set", { key: "news:x", value: 2 });
  await writer.callOk("graph_mutate", { graph_id: "g", ops: [{ op: "add_node", id: "d" }] });
  await waitUntil(() => updates.includes("sc://graphs/g"));
  expect(new Set(updates)).toEqual(new Set(["sc://graphs/g"]));
});
