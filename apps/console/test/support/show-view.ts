import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { startServer, type StartServerOptions, type TestServer } from "@faculties/testkit";
import type { FrameLocator, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { onTestFinished } from "vitest";
import { visit } from "./visit.ts";

const VIEW_TYPE = "text/html;profile=mcp-app";
const capabilities = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [VIEW_TYPE] } },
};

export type ViewedServer = TestServer & {
  /** Calls a tool and shows its result in the server's view, in a page that stands in for a client. */
  show(tool: string, input: Record<string, unknown>): Promise<ShownView>;
};

export type ShownView = { page: Page; view: FrameLocator; problems: string[]; calls: string[] };

let hostScript: Promise<string> | undefined;

/** A server whose client shows views. */
export async function startViewed(
  name: string,
  options: Omit<StartServerOptions<"2025">, "entry"> = {},
): Promise<ViewedServer> {
  const entry = fileURLToPath(new URL(`../../../${name}/dist/main.mjs`, import.meta.url));
  const server = await startServer({ ...options, entry, capabilities });

  async function show(tool: string, input: Record<string, unknown>): Promise<ShownView> {
    const published = (await server.listTools()).find((one) => one.name === tool);
    const ui = published?._meta?.["ui"] as { resourceUri: string } | undefined;
    const uri = ui?.resourceUri ?? "";
    const { contents } = await server.client.readResource({ uri });
    const [content] = contents as { text: string }[];
    const address = await serveHost(content?.text ?? "");
    const calls: string[] = [];
    const { page, problems } = await visit(address);
    await page.exposeFunction("callTool", (called: string, given: Record<string, unknown>) => {
      calls.push(called);
      return server.call(called, given);
    });
    await page.exposeFunction("readResource", (read: string) =>
      server.client.readResource({ uri: read }),
    );
    const result: CallToolResult = await server.call(tool, input);
    const call = { tool: published, input, result };
    await page.evaluate<void, unknown>((given) => globalThis.show(given as never), call);
    return { page, view: page.frameLocator("iframe"), problems, calls };
  }
  return { ...server, show };
}

/** A page with a frame that may run scripts and nothing else, on a port of its own. */
async function serveHost(view: string): Promise<string> {
  hostScript ??= bundleHost();
  const pages: Record<string, [string, string]> = {
    "/": [
      "text/html",
      `<!doctype html><html lang="en"><title>Host</title><iframe title="view" sandbox="allow-scripts allow-same-origin" width="900" height="700"></iframe><script type="module" src="/host.js"></script>`,
    ],
    "/view": ["text/html", view],
    "/host.js": ["text/javascript", await hostScript],
  };
  const server = createServer(({ url = "" }, response) => {
    const [type, text] = pages[url] ?? ["text/plain", ""];
    response.writeHead(url in pages ? 200 : 204, { "content-type": `${type}; charset=utf-8` });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function bundleHost(): Promise<string> {
  const input = fileURLToPath(new URL("../fixtures/view-host.ts", import.meta.url));
  const bundle = await rolldown({ input, platform: "browser" });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
