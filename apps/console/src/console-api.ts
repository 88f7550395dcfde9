import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { SampleMode } from "./sample/sample-mode.ts";
import { probe } from "./servers/probe.ts";
import type { Fleet } from "./servers/fleet.ts";
import type { Role } from "./settings.ts";
import { refuse, sendJson } from "./web/respond.ts";

type ApiServices = { fleet: Fleet; sample: SampleMode; version: string; role: Role; token: string };

const HEARTBEAT_MS = 20_000;

/** Answers the page's requests to the console itself; all others go to the servers. */
export class ConsoleApi {
  readonly #parts: ApiServices;

  constructor(parts: ApiServices) {
    this.#parts = parts;
  }

  async answer(what: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const action = `${request.method} ${what}`;
    if (action === "GET state") return sendJson(response, 200, this.#state());
    if (action === "GET events") return this.#follow(response);
    if (action === "GET health") return this.#probe(response);
    if (action === "POST sample") return this.#switchSample(request, response);
    refuse(response, 404, "There is nothing here.");
  }

  #state() {
    const { fleet, sample, version, role, token } = this.#parts;
    return { version, role, token, sample: sample.state, servers: fleet.states };
  }

  /** The state now and after each change, until the page goes away. */
  #follow(response: ServerResponse): void {
    const { fleet, sample } = this.#parts;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    const tell = () => response.write(`data: ${JSON.stringify(this.#state())}\n\n`);
    const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MS);
    tell();
    fleet.on("change", tell);
    sample.on("change", tell);
    void once(response, "close").then(() => {
      clearInterval(heartbeat);
      fleet.off("change", tell);
      sample.off("change", tell);
    });
  }

  async #probe(response: ServerResponse): Promise<void> {
    const { fleet, sample } = this.#parts;
    const abandoned = new AbortController();
    response.once("close", () => abandoned.abort());
    const found = await Promise.all(
      fleet.states.map(async ({ name, entry }) => [
        name,
        await sample.using((current) =>
          probe(entry, fleet.launch(name, current), abandoned.signal),
        ),
      ]),
    );
    sendJson(response, 200, Object.fromEntries(found));
  }

  async #switchSample(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { on } = (await json(request)) as { on?: unknown };
    if (typeof on !== "boolean")
      return refuse(response, 400, 'Send {"on": true} or {"on": false}.');
    const { sample } = this.#parts;
    void (on ? sample.load() : sample.remove());
    sendJson(response, 202, { accepted: true });
  }
}
