/** One step of a transaction, with what came of it. Values are written once each. */
export type Step =
  | { do: "append"; list: string; value: string }
  | { do: "read"; list: string; values: string[]; length: number }
  | { do: "set"; register: string; value: string; version: number }
  | { do: "get"; register: string; value: string | null; version: number };

/** A step as it is asked for. */
export type Wish =
  | { do: "append"; list: string; value: string }
  | { do: "read"; list: string }
  | { do: "set"; register: string; value: string }
  | { do: "get"; register: string };

/**
 * A transaction as its client saw it. `done` has happened, `refused` has not, and of `unknown` nobody knows. Times are those
 * of the machine's monotonic clock.
 */
export type Operation = {
  id: string;
  asked: bigint;
  answered: bigint | undefined;
  outcome: "done" | "refused" | "unknown";
  steps: Step[];
};

/** The content of every list and register at the end. */
export type FinalState = {
  lists: ReadonlyMap<string, readonly string[]>;
  registers: ReadonlyMap<string, { value: string; version: number }>;
};

export type Anomaly = { kind: string; what: string };
