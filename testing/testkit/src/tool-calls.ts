import { Client } from "@modelcontextprotocol/client";
import type { CallToolResult, Progress, Tool } from "@modelcontextprotocol/client";
import type { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
  readonly timeout?: number;
}

export interface ToolCalls {
  call(name: string, args?: ToolArguments, options?: CallOptions): Promise<CallToolResult>;
  /** The structured content of a call that succeeds; throws with the text of one that does not. */
  callOk<T = Record<string, unknown>>(
    name: string,
    args?: ToolArguments,
    options?: CallOptions,
  ): Promise<T>;
  /** The result of a call that fails with `isError`; throws if it succeeds. */
  callError(name: string, args?: ToolArguments, options?: CallOptions): Promise<CallToolResult>;
  listTools(): Promise<Tool[]>;
}

/** All text blocks of a result, joined by newlines. */
export function resultText(result: CallToolResult): string {
  return result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

/** Calls tools through either generation of client. */
export function toolCalls(client: Client | FirstClient): ToolCalls {
  async function call(name: string, args: ToolArguments = {}, options: CallOptions = {}) {
    const params = { name, arguments: { ...args } };
    if (client instanceof Client) return client.callTool(params, options);
    return (await client.callTool(params, undefined, options)) as CallToolResult;
  }
  return {
    call,
    async callOk<T>(name: string, args?: ToolArguments, options?: CallOptions) {
      const result = await call(name, args, options);
      if (result.isError) throw new Error(`${name} failed: ${resultText(result)}`);
      if (result.structuredContent === undefined)
        throw new Error(`${name} answered without structured content: ${resultText(result)}`);
      return result.structuredContent as T;
    },
    async callError(name, args, options) {
      const result = await call(name, args, options);
      if (!result.isError)
        throw new Error(`${name} succeeded, a failure was expected: ${resultText(result)}`);
      return result;
    },
    listTools: async () => (await client.listTools()).tools as Tool[],
  };
}
