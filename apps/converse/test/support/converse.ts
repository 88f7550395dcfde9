import { fileURLToPath } from "node:url";
import {
  type ClientKind,
  runProgram,
  startServer,
  type StartServerOptions,
  type TestServer,
} from "@faculties/testkit";
import { beforeAll } from "vitest";
import type { ChatOutput } from "@faculties/schemas/converse/chat";
import type { ConsensusOutput } from "@faculties/schemas/converse/consensus";

/** The built server. */
export const entry = fileURLToPath(new URL("../../dist/main.mjs", import.meta.url));

export type Converse<Kind extends ClientKind = "2025"> = TestServer<Kind> & {
  chat(args: Record<string, unknown>, options?: object): Promise<ChatOutput>;
  consensus(args: Record<string, unknown>, options?: object): Promise<ConsensusOutput>;
  /** The structured content of a call that fails, after a check that the text says the same. */
  refusal(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
};

export async function startConverse<Kind extends ClientKind = "2025">(
  options: Omit<StartServerOptions<Kind>, "entry"> = {},
): Promise<Converse<Kind>> {
  // Each test has a home of its own, so compiled code would be written for nobody.
  const env = {
    CONVERSE_CLI: "off",
    LOG_LEVEL: "debug",
    ...options.env,
  };
  const server = await startServer<Kind>({ ...options, env, entry });
  return {
    ...server,
    chat: (args, call) => server.callOk<ChatOutput>("chat", args, call),
    consensus: (args, call) => server.callOk<ConsensusOutput>("consensus", args, call),
    async refusal(tool, args) {
      const { structuredContent, content } = await server.callError(tool, args);
      const [block] = content;
      const text = block?.type === "text" ? block.text : "";
      if (text !== JSON.stringify(structuredContent)) throw new Error(`Not the same: ${text}`);
      return structuredContent as Record<string, unknown>;
    },
  };
}

/** Starts a server for all tests of a file; call it after the fixture that fills `env`. */
export function useConverse(env: Record<string, string>): Converse {
  const converse = {} as Converse;
  beforeAll(async () => {
    Object.assign(converse, await startConverse({ env }));
  });
  return converse;
}

export async function runConverse(
  args: readonly string[],
  options: Omit<Parameters<typeof runProgram>[0], "entry" | "args"> = {},
) {
  return runProgram({ ...options, env: { CONVERSE_CLI: "off", ...options.env }, entry, args });
}
