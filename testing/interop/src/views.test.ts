import { type HttpServer, resultText, startHttp, startServer } from "@faculties/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findServers } from "./find-servers.mjs";

const VIEW_TYPE = "text/html;profile=mcp-app";
const showsViews = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [VIEW_TYPE] } } };
const expected: Record<string, string[]> = {
  "agent-memory": ["search_decisions"],
  converse: ["consensus"],
  "gan-audit": ["sequentialthinking"],
  "langbase-reasoning": [
    "reasoning_got_state",
    "reasoning_make_decision",
    "reasoning_probabilistic",
    "reasoning_tree_list",
  ],
  "orchestrator-resources": ["plan_start", "plan_status"],
};

describe.each(findServers())("$name", ({ name, entry, args, env }) => {
  // One server for clients of every kind, none of which may be taken for another.
  let shared: HttpServer;
  beforeAll(async () => {
    shared = await startHttp({ entry, args, env });
  });
  afterAll(() => shared.close());

  test.each(["2025", "2026"] as const)(
    "offers its view to a %s client that shows views",
    async (client) => {
      const server = await shared.connect(client, { capabilities: showsViews });
      const tools = await server.listTools();
      const uri = `ui://${name}/view`;
      const withView = tools.filter(({ _meta }) => _meta !== undefined);
      expect(withView.map((tool) => tool.name)).toEqual(expected[name]);
      for (const { _meta } of withView) expect(_meta).toEqual({ ui: { resourceUri: uri } });

      const { contents } = await server.client.readResource({ uri });
      const [page] = contents as { mimeType: string; text: string }[];
      expect(page?.mimeType).toBe(VIEW_TYPE);
      expect(page?.text).toMatch(/^<!doctype html>/);
      expect(page?.text).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=/);
    },
  );

  test("says nothing of it to others", async () => {
    const server = await shared.connect();
    expect((await server.listTools()).filter(({ _meta }) => _meta !== undefined)).toEqual([]);
    const { resources } = await server.client.listResources();
    expect(resources.filter(({ uri }) => uri.startsWith("ui://"))).toEqual([]);
  });
});

test("text stays useful without views", async () => {
  const [memory] = findServers();
  const server = await startServer({ ...memory!, client: "2025" });
  expect(resultText(await server.call("search_decisions", { query: "anything" }))).toContain(
    "results",
  );
});
