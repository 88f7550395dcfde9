import { EventEmitter, once } from "node:events";
import type { ConsoleSettings } from "../settings.ts";
import { findBinary } from "./find-binary.ts";
import { type Launch, launchOf, type Sample } from "./launch.ts";
import { type Endpoint, ServerChild } from "./server-child.ts";
import { SERVER_NAMES, type ServerName } from "./server-names.ts";
import type { ServerState } from "./server-state.ts";

type Platform = {
  settings: ConsoleSettings;
  environment: Readonly<Record<string, string | undefined>>;
  /** A file of this package, from which the servers' packages are looked up. */
  from: string;
  /** The module that each server loads first. */
  preload: string;
};

/** The five servers together. */
export class Fleet extends EventEmitter<{ change: [] }> {
  readonly #surroundings: Platform;
  readonly #children: ReadonlyMap<ServerName, ServerChild>;

  constructor(surroundings: Platform) {
    super();
    this.#surroundings = surroundings;
    const { from, preload } = surroundings;
    this.#children = new Map(
      SERVER_NAMES.map((name) => {
        const program = { name, entry: findBinary(name, from), preload };
        return [name, new ServerChild(program, this.launch(name), () => this.emit("change"))];
      }),
    );
    this.setMaxListeners(0);
  }

  get states(): ServerState[] {
    return [...this.#children.values()].map(({ state }) => state);
  }

  launch(name: ServerName, sample?: Sample): Launch {
    const { settings, environment } = this.#surroundings;
    return launchOf(name, settings, environment, sample);
  }

  start(): void {
    for (const child of this.#children.values()) child.start();
  }

  async relaunch(sample: Sample | undefined): Promise<void> {
    await Promise.all(
      [...this.#children].map(([name, child]) => child.relaunch(this.launch(name, sample))),
    );
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#children.values()].map((child) => child.stop()));
  }

  /** Where a server is, as soon as it is there; undefined when it does not come in time. */
  async reach(name: ServerName, patienceMs: number): Promise<Endpoint | undefined> {
    const find = () => this.#children.get(name)?.endpoint;
    const patience = AbortSignal.timeout(patienceMs);
    let endpoint = find();
    while (endpoint === undefined && !patience.aborted) {
      await once(this, "change", { signal: patience }).catch(() => undefined);
      endpoint = find();
    }
    return endpoint;
  }
}
