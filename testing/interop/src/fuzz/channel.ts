export const eras = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof eras)[number];

export const transports = ["stdio", "http"] as const;
export type TransportKind = (typeof transports)[number];

/** The response to one message. */
export type Exchange = {
  /** The answers to it, as parsed JSON. */
  answers: unknown[];
  /** The fault of the exchange itself: no answer, one too many, something that is not an answer. */
  faults: string[];
};

/** A server that is spoken to without a client in between, which would refuse half of the messages. */
export type Channel = {
  name: string;
  era: Era;
  /** Where it listens; empty over stdio. */
  address: string;
  /** Sends messages of any bytes but newlines at once and says of each what came back. */
  exchange(messages: readonly Buffer[]): Promise<Exchange[]>;
  /** Sends one well-formed request and gives back its result. */
  request(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** The lines that the server wrote to its log since the last look. */
  log(): string;
  /** Undefined while the process lives. */
  ended(): string | undefined;
  memory(): number;
  close(): Promise<void>;
};

export const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export const handshake = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "fuzz", version: "1.0.0" },
};

/** Params as a client of this era sends them. */
export function paramsFor(era: Era, params: Record<string, unknown> = {}): Record<string, unknown> {
  if (era === "2025-11-25") return params;
  const meta = params["_meta"];
  return { ...params, _meta: { ...envelope, ...(typeof meta === "object" && meta) } };
}
