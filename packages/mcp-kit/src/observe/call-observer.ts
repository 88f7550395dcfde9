/** refused: the caller did something wrong, or was told no; failed: the server did. */
type CallOutcome = "ok" | "refused" | "failed" | "cancelled";

export type CallEnd = { outcome: CallOutcome; code?: string | undefined };

/** The members of a request that an observer may see: never its arguments. */
export type ObservedRequest = {
  mcpReq: { _meta?: Record<string, unknown> | undefined };
  http?: { req?: Request | undefined } | undefined;
};

/** Is told of every call of a tool. Must neither throw nor wait. */
export type CallObserver = {
  /** A call begins; the returned function is called when it ends. */
  begin(tool: string, request: ObservedRequest): (end: CallEnd) => void;
};
