import { fileURLToPath } from "node:url";
import {
  type ClientKind,
  startServer,
  type StartServerOptions,
  type TestServer,
} from "@faculties/testkit";
import { afterAll, beforeAll } from "vitest";

/** The built server. */
export const entry = fileURLToPath(new URL("../../dist/main.mjs", import.meta.url));

/** Everything on, and the running Node as the one program that children may be. */
export const everything = ["--enable-all", "--allow-command", process.execPath];

export async function start<Kind extends ClientKind = "2025">(
  args: readonly string[] = everything,
  options: Partial<StartServerOptions<Kind>> = {},
): Promise<TestServer<Kind>> {
  return startServer<Kind>({ entry, args, ...options } as StartServerOptions<Kind>);
}

/** One server for all tests of a group. */
export function shared(args: readonly string[] = everything): () => TestServer<"2025"> {
  let server: TestServer<"2025"> | undefined;
  beforeAll(async () => {
    server = await start(args);
  });
  afterAll(async () => server?.[Symbol.asyncDispose]());
  return () => server as TestServer<"2025">;
}

/** The code of a call that fails. */
export async function codeOf(
  server: Pick<TestServer, "callError">,
  tool: string,
  input: Record<string, unknown> = {},
): Promise<string> {
  const { structuredContent } = await server.callError(tool, input);
  return (structuredContent as { code: string }).code;
}

/** The error of a call that fails. */
export async function errorOf(
  server: Pick<TestServer, "callError">,
  tool: string,
  input: Record<string, unknown> = {},
): Promise<{ code: string; message: string; details: Record<string, unknown> }> {
  const { structuredContent } = await server.callError(tool, input);
  return structuredContent as { code: string; message: string; details: Record<string, unknown> };
}
