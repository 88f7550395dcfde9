export type Endpoint =
  | { over: "stdio"; command: string; args: string[]; env: Record<string, string>; cwd: string }
  | { over: "http"; url: URL };

type CallOptions = { signal?: AbortSignal; onProgress?: () => void };

type CallOutcome = { text: string; isError: boolean };

/** The abilities of every client, under whatever name. A JSON-RPC error is a rejection. */
export type InteropClient = {
  toolNames(): Promise<string[]>;
  call(tool: string, args: Record<string, unknown>, options?: CallOptions): Promise<CallOutcome>;
  resourceUris(): Promise<string[]>;
  /** The text or the base64 of a resource. */
  read(uri: string): Promise<string>;
  close(): Promise<void>;
};

export type ClientKind = {
  name: string;
  /** The era of the protocol that it speaks. */
  era: "2025" | "2026";
  connect(endpoint: Endpoint): Promise<InteropClient>;
  /** Over which transports its cancellation reaches the server. */
  cancelsOver: readonly Endpoint["over"][];
  reportsProgress: boolean;
};

type Block = { type: string; text?: unknown };
type Contents = readonly { text?: unknown; blob?: unknown }[];

/** The text blocks of a result, joined by newlines. */
export function textOf(content: readonly Block[]): string {
  return content.map(({ text }) => (typeof text === "string" ? text : "")).join("\n");
}

export function firstContent(contents: Contents): string {
  const [first] = contents;
  return String(first?.text ?? first?.blob);
}
