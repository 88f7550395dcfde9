import { fileURLToPath, pathToFileURL } from "node:url";
import type { GanFailure, GanReview } from "@faculties/schemas/gan-audit/gan-review";
import type { SequentialThinkingOutput } from "@faculties/schemas/gan-audit/sequentialthinking";
import {
  type ClientKind,
  startServer,
  type StartServerOptions,
  type TestServer,
  type ToolArguments,
} from "@faculties/testkit";

export const entry = fileURLToPath(new URL("../../dist/main.mjs", import.meta.url));

type Options<K extends ClientKind> = Omit<StartServerOptions<K>, "entry">;

/** The built server with auditing on. */
export function startAudit<K extends ClientKind = "2025">(
  options: Options<K> = {},
): Promise<TestServer<K>> {
  return startServer({ ...options, entry, env: { ENABLE_GAN_AUDITING: "true", ...options.env } });
}

/** A server for many repositories: its client says which folder it works in. */
export async function startInFolders(
  env: Record<string, string> = {},
): Promise<(folder: string) => TestServer<"2025">> {
  let root = "";
  const server = await startAudit<"2025">({
    env,
    capabilities: { roots: {} },
    configure: (client) =>
      client.setRequestHandler("roots/list", () => ({
        roots: [{ uri: pathToFileURL(root).href }],
      })),
  });
  return (folder) => {
    root = folder;
    return server;
  };
}

export const step: ToolArguments = {
  thought: "A plain thought.",
  nextThoughtNeeded: false,
  thoughtNumber: 1,
  totalThoughts: 1,
};

/** One thought, answered. */
export function think(
  server: Pick<TestServer, "callOk">,
  thought: string,
  more: ToolArguments = {},
  options?: Parameters<TestServer["callOk"]>[2],
): Promise<SequentialThinkingOutput> {
  return server.callOk<SequentialThinkingOutput>(
    "sequentialthinking",
    { ...step, thought, ...more },
    options,
  );
}

/** The review of a thought that is audited. */
export async function review(...given: Parameters<typeof think>): Promise<GanReview> {
  const { gan } = await think(...given);
  if (gan === undefined || !("verdict" in gan))
    throw new Error(`no review: ${JSON.stringify(gan)}`);
  return gan;
}

/** The failure that takes the place of the review when nobody could judge. */
export async function failure(...given: Parameters<typeof think>): Promise<GanFailure> {
  const { gan } = await think(...given);
  if (gan === undefined || !("error" in gan)) throw new Error(`no failure: ${JSON.stringify(gan)}`);
  return gan;
}

export const block = (language: string, code: string): string =>
  `\`\`\`${language}\n${code}\n\`\`\`\n`;

export const config = (settings: object | string): string =>
  block("gan-config", typeof settings === "string" ? settings : JSON.stringify(settings));

/** Where the comments are, as `path:line`. */
export const places = ({ review: { inline } }: GanReview): string[] =>
  inline.map(({ path, line }) => `${path}:${line}`);
