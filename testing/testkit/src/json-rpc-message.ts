type JsonRpcId = string | number | null;

export interface JsonRpcMessage {
  readonly jsonrpc: "2.0";
  readonly id?: JsonRpcId;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The JSON-RPC message on a line, or undefined if the line carries anything else. */
export function parseJsonRpcMessage(line: string): JsonRpcMessage | undefined {
  const value = parseJson(line);
  if (typeof value !== "object" || value === null) return undefined;
  const message = value as Partial<JsonRpcMessage>;
  if (message.jsonrpc !== "2.0") return undefined;
  const answers = ["result", "error"].filter((key) => key in message).length;
  const isCall = typeof message.method === "string" && answers === 0;
  const isAnswer = message.method === undefined && "id" in message && answers === 1;
  return isCall || isAnswer ? (message as JsonRpcMessage) : undefined;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
