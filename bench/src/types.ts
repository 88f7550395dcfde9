export interface ToolCall {
  readonly name: string;
  /** `{n}` in a string stands for the number of the call. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** How a server is measured: the content of apps/<server>/bench.json and of an entry in peers.json. */
export interface BenchCase {
  /** A call that does next to nothing. */
  readonly call?: ToolCall;
  /** A call that stores something. */
  readonly write?: ToolCall;
  readonly args?: readonly string[];
  /** `{tmp}` in a value stands for the home directory of the run. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A Node other than the one that runs the bench. */
export interface NodeProgram {
  readonly path: string;
  readonly version: string;
}

export interface Subject extends BenchCase {
  readonly name: string;
  readonly kind: "ours" | "baseline" | "peer";
  /** The file that node runs. */
  readonly entry: string;
  /** The program that runs it, if that is not the Node of the bench. */
  readonly node?: NodeProgram | undefined;
  /** The one of our servers that a peer does the same as. */
  readonly counterpart?: string | undefined;
  /** The argument of `npm install`: a folder of this repository to pack, or a name. */
  readonly install?: { readonly folder: string } | { readonly name: string };
}

/** A server that can be installed here, but perhaps not be started. */
export interface Installable {
  readonly name: string;
  readonly kind: Subject["kind"];
  readonly counterpart?: string | undefined;
  readonly install: NonNullable<Subject["install"]>;
}

export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

export interface Session {
  readonly pid: number;
  /** When the process was started, on the clock of `performance.now()`. */
  readonly startedAt: number;
  request(method: string, params?: object): Promise<Record<string, unknown>>;
  initialize(): Promise<Record<string, unknown>>;
  /** Call a tool; rejects on an error of either kind. */
  call(call: ToolCall, number: number): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Bars {
  readonly title: string;
  readonly unit: string;
  readonly better: "less" | "more";
  readonly bars: readonly {
    readonly name: string;
    readonly kind: Subject["kind"];
    readonly value: number;
    readonly low: number;
    readonly high: number;
  }[];
}

export interface SuiteResult {
  readonly tables: readonly Table[];
  readonly charts: readonly Bars[];
  /** Notes that a reader needs to understand the figures, including how often they were measured. */
  readonly notes: readonly string[];
}

export interface BenchContext {
  /** The servers to measure. */
  readonly subjects: readonly Subject[];
  readonly installables: readonly Installable[];
  readonly runs: number;
  readonly quick: boolean;
  /** A file of queries to ask instead of a suite's own. */
  readonly queries?: string | undefined;
  /** A PostgreSQL of the user's own, and how many decisions it shall hold. */
  readonly database?: string | undefined;
  readonly decisions: number;
  /** A directory that exists while the suite runs. */
  readonly directory: string;
  /** Start a server; sessions with the same `home` share its files. */
  openSession(subject: Subject, home?: string): Promise<Session>;
  /** A new, empty home directory. */
  newHome(): string;
  /** Run `measure` for every subject in turn, `runs` times over, in an order that changes. */
  interleave<T, Measured extends { readonly name: string } = Subject>(
    subjects: readonly Measured[],
    measure: (subject: Measured, run: number) => Promise<T>,
  ): Promise<Map<Measured, T[]>>;
  progress(text: string): void;
  /** How the figures of `interleave` came about, as a note. */
  readonly sampling: string;
}

export interface Suite {
  readonly name: string;
  readonly describe: string;
  /** Nothing when it cannot be run here, after it has said why. */
  run(context: BenchContext): Promise<SuiteResult | undefined>;
}
