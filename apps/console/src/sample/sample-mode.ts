import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withDeadline } from "@faculties/std";
import type { Fleet } from "../servers/fleet.ts";
import type { Sample } from "../servers/launch.ts";
import { loadSample } from "./load-sample.ts";
import { type SampleModel, startSampleModel } from "./sample-model.ts";

export type SampleState = {
  phase: "off" | "loading" | "on" | "failed" | "removing";
  /** The step that is being done, or what went wrong. */
  message: string | undefined;
};

const LONGEST_WAIT_MS = 5_000;

/**
 * Sample data never mixes with the user's own: the servers are restarted on a folder of its own, filled through
 * their own tools, and go back to the user's data when it is removed.
 */
export class SampleMode extends EventEmitter<{ change: [] }> {
  readonly #fleet: Fleet;
  #state: SampleState = { phase: "off", message: undefined };
  #sample: Sample | undefined;
  #model: SampleModel | undefined;
  readonly #uses = new Set<Promise<unknown>>();

  constructor(fleet: Fleet) {
    super();
    this.setMaxListeners(0);
    this.#fleet = fleet;
  }

  get state(): SampleState {
    return this.#state;
  }

  /** Does something with the sample there is, if any; it is not removed meanwhile. */
  async using<Result>(work: (sample: Sample | undefined) => Promise<Result>): Promise<Result> {
    const result = work(this.#sample);
    this.#uses.add(result);
    try {
      return await result;
    } finally {
      this.#uses.delete(result);
    }
  }

  async load(): Promise<void> {
    if (this.#state.phase !== "off" && this.#state.phase !== "failed") return;
    try {
      this.#enter("loading", "Starting the servers on a folder for sample data");
      this.#model ??= await startSampleModel();
      const folder = await mkdtemp(join(tmpdir(), "faculties-sample-"));
      await this.#discard();
      this.#sample = { folder, modelUrl: this.#model.url };
      await this.#fleet.relaunch(this.#sample);
      await loadSample(this.#fleet, folder, (step) => this.#enter("loading", step));
      this.#enter("on", undefined);
    } catch (error) {
      this.#enter("failed", (error as Error).message);
    }
  }

  async remove(): Promise<void> {
    if (this.#state.phase !== "on" && this.#state.phase !== "failed") return;
    this.#enter("removing", "Going back to your own data");
    await this.#fleet.relaunch(undefined);
    await this.close();
    this.#enter("off", undefined);
  }

  /** Forgets the sample; the servers must not be using it any more. */
  async close(): Promise<void> {
    await this.#discard();
    await this.#model?.close();
    this.#model = undefined;
  }

  async #discard(): Promise<void> {
    const folder = this.#sample?.folder;
    this.#sample = undefined;
    if (folder === undefined) return;
    // A server that opens a database creates its folder, and would bring it back.
    const unused = Promise.allSettled(this.#uses);
    await withDeadline(unused, LONGEST_WAIT_MS, () => undefined, { ref: false });
    // A server that had to be killed leaves children behind, which write for another moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }

  #enter(phase: SampleState["phase"], message: string | undefined): void {
    this.#state = { phase, message };
    this.emit("change");
  }
}
