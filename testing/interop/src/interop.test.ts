import { waitUntil } from "@faculties/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientKinds } from "./clients/client-kinds.ts";
import type { ClientKind, Endpoint, InteropClient } from "./clients/interop-client.ts";
import { checkPage } from "./docs/check-page.ts";
import { renderMatrix } from "./docs/render-matrix.ts";
import { findServers } from "./find-servers.mjs";
import { readMetric } from "./http/read-metric.ts";
import { startSubject } from "./start-subject.ts";

const subjects = await Promise.all(findServers().map(startSubject));
const cells = subjects.flatMap(({ endpoints, ...subject }) =>
  endpoints.map((endpoint) => ({ ...subject, endpoint, over: endpoint.over })),
);
afterAll(() => Promise.all(subjects.map(({ close }) => close())));

test("the page on clients says what is tried here (UPDATE_DOCS=1 renews it)", () => {
  checkPage("clients.md", "matrix", renderMatrix(clientKinds, subjects));
});

describe.each(cells)("$name over $over", (cell) => {
  const { endpoint, over } = cell;
  let connections: Map<ClientKind, InteropClient>;
  beforeAll(async () => {
    const connect = async (kind: ClientKind) =>
      [kind, await kind.connect(named(endpoint, kind))] as const;
    connections = new Map(await Promise.all(clientKinds.map(connect)));
  });
  afterAll(() => Promise.all([...connections.values()].map((client) => client.close())));
  const client = (kind: ClientKind) => connections.get(kind) as InteropClient;

  const shared = endpoint.over === "http" ? [endpoint.url] : [];
  test.each(shared)("only clients of the older era have sessions at %s", async (url) => {
    const older = clientKinds.filter(({ era }) => era === "2025");
    expect(await readMetric(url, "faculties_http_sessions")).toBe(older.length);
  });

  test.each(clientKinds)("$name lists the tools", async (kind) => {
    expect(await client(kind).toolNames()).toEqual(cell.tools);
  });

  test.each(clientKinds)("$name calls a tool", async (kind) => {
    const outcome = await client(kind).call(cell.smoke.tool, cell.smoke.arguments);
    expect(outcome).toEqual({ text: expect.stringMatching(/./), isError: false });
  });

  test.each(clientKinds)("$name hears of bad input", async (kind) => {
    const outcome = await client(kind).call(cell.refused, {});
    expect(outcome.isError).toBe(true);
    expect(outcome.text).not.toMatch(/\n\s+at /);
  });

  test.each(clientKinds)("$name is refused an unknown tool", async (kind) => {
    await expect(client(kind).call("no_such_tool", {})).rejects.toThrow(/no_such_tool/);
  });

  test.each(cell.offersResources ? clientKinds : [])("$name reads resources", async (kind) => {
    const [uri] = await client(kind).resourceUris();
    if (uri !== undefined) expect(await client(kind).read(uri)).not.toBe("");
    await expect(client(kind).read("nothing://here")).rejects.toThrow();
  });

  const { progress } = cell;
  const hasProgress = typeof progress !== "string";
  const seen = hasProgress ? "sees progress, if it can" : `sees no progress: ${progress}`;
  test.each(clientKinds)(`$name ${seen}`, async (kind) => {
    const call = hasProgress ? await progress(client(kind)) : cell.smoke;
    let reports = 0;
    const onProgress = () => void (reports += 1);
    const outcome = await client(kind).call(call.tool, call.arguments, { onProgress });
    expect(outcome).toMatchObject({ isError: false });
    expect(reports > 0).toBe(hasProgress && kind.reportsProgress);
  });

  // Over stdio each client has a server of its own, so they need not take turns.
  const turns = { concurrent: over === "stdio" };
  test.each(clientKinds)("$name cancels, the server stops, both continue", turns, async (kind) => {
    const held = await cell.hold(`${kind.name} over ${over}`, client(kind), named(endpoint, kind));
    const cancel = new AbortController();
    const waiting = client(kind).call(held.tool, held.arguments, { signal: cancel.signal });
    waiting.catch(() => undefined);
    await held.begun();
    cancel.abort();
    await expect(waiting).rejects.toThrow();
    if (kind.cancelsOver.includes(over))
      await waitUntil(held.hasStopped, { what: `this: ${cell.witness}` });
    const { isError } = await client(kind).call(cell.smoke.tool, cell.smoke.arguments);
    expect(isError).toBe(false);
    expect(await held.hasStopped()).toBe(kind.cancelsOver.includes(over));
    await held.release?.();
  });

  const writers = cell.name === "orchestrator-resources" ? clientKinds : [];
  test.each(writers)("$name gets exactly what was said", async (kind) => {
    const value = "héllo\u2028 👋";
    await client(kind).call("bb_set", { key: "said:it", value });
    const { text } = await client(kind).call("bb_get", { key: "said:it" });
    expect(JSON.parse(text)).toMatchObject({ entry: { value } });
    expect(await client(kind).read("sc://blackboard/said")).toContain("👋");
    const failed = await client(kind).call("bb_get", { key: "said:nothing" });
    expect(failed).toMatchObject({
      isError: true,
      text: expect.stringContaining("E-BB-NOTFOUND"),
    });
  });
});

/** The same endpoint; a server that is started for this client alone is named after it in its traces. */
function named(endpoint: Endpoint, { name }: ClientKind): Endpoint {
  if (endpoint.over === "http") return endpoint;
  return { ...endpoint, env: { ...endpoint.env, OTEL_SERVICE_NAME: name } };
}
