import fc from "fast-check";
import type { Subject } from "../find-servers.mjs";
import { type Channel, type Era, envelope, handshake, paramsFor } from "./channel.ts";
import { isObject } from "./expected-answers.ts";
import { hostileStrings } from "./hostile-values.ts";
import type { JsonSchema } from "./json-schema.ts";
import { KnownIds } from "./known-ids.ts";
import type { Random } from "./random.ts";
import { validValue } from "./valid-value.ts";

const INPUTS_PER_TOOL = 60;
const otherMethods = [
  "completion/complete",
  "elicitation/create",
  "logging/setLevel",
  "prompts/get",
  "prompts/list",
  "roots/list",
  "sampling/createMessage",
  "tasks/cancel",
  "tasks/get",
  "tasks/result",
  "tasks/update",
  "notifications/initialized",
  "rpc.discover",
  "constructor",
  "",
];
const notifications = [
  "notifications/cancelled",
  "notifications/initialized",
  "notifications/progress",
  "notifications/roots/list_changed",
  "notifications/message",
  "notifications/unknown",
];

type Message = Record<string, unknown>;

/** Makes well-formed messages out of what a server publishes, in every method that it may be asked for. */
export class MessageMaker {
  readonly #random: Random;
  readonly #era: Era;
  readonly #tools: { name: string; inputs: unknown[] }[];
  readonly #uris: string[];
  readonly #known = new KnownIds();
  #lastId = 0;

  private constructor(
    random: Random,
    era: Era,
    tools: { name: string; inputs: unknown[] }[],
    uris: string[],
  ) {
    this.#random = random;
    this.#era = era;
    this.#tools = tools;
    this.#uris = uris;
  }

  static async open(
    channel: Channel,
    { examples }: Subject,
    random: Random,
    seed: number,
  ): Promise<MessageMaker> {
    const { tools } = (await channel.request("tools/list")) as {
      tools: { name: string; inputSchema: JsonSchema }[];
    };
    const templates = await channel.request("resources/templates/list").catch(() => ({}));
    const { resourceTemplates = [] } = templates as {
      resourceTemplates?: { uriTemplate: string }[];
    };
    const made = tools.map(({ name, inputSchema }) => ({
      name,
      inputs: [
        ...examples.filter(({ tool }) => tool === name).map((example) => example.arguments),
        ...fc.sample(validValue(inputSchema), { seed, numRuns: INPUTS_PER_TOOL }),
      ],
    }));
    const uris = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    return new MessageMaker(random, channel.era, made, uris);
  }

  /** Later messages name what earlier answers brought. */
  learn(answer: unknown): void {
    if (isObject(answer) && isObject(answer["result"])) this.#known.learn(answer["result"]);
  }

  make(): unknown {
    return this.#random.pick<() => unknown>([
      ...Array<() => unknown>(10).fill(() => this.#call()),
      ...Array<() => unknown>(4).fill(() => this.#resource()),
      () => this.#list(),
      () => this.#opening(),
      () => this.#request(this.#random.pick(otherMethods), { name: "a", uri: "a:b", taskId: "t" }),
      () => this.#notification(),
      () => this.#answer(),
      () => [this.#call(), this.#notification(), this.#list()].slice(this.#random.below(3)),
    ])();
  }

  nextId(): string {
    this.#lastId += 1;
    return `f-${this.#lastId}`;
  }

  #request(method: string, params?: Message): Message {
    const text = this.nextId();
    const id = this.#random.below(4) === 0 ? 1_000_000 + this.#lastId : text;
    const all =
      params === undefined && this.#era === "2025-11-25" ? undefined : paramsFor(this.#era, params);
    return { jsonrpc: "2.0", id, method, ...(all && { params: all }) };
  }

  #call(): Message {
    const { name, inputs } = this.#random.pick(this.#tools);
    const params = {
      name,
      arguments: this.#known.fill(structuredClone(this.#random.pick(inputs))),
    };
    const progress = this.#random.below(5) === 0 && {
      _meta: { progressToken: `p-${this.#lastId}` },
    };
    return this.#request("tools/call", { ...params, ...progress });
  }

  #resource(): Message {
    const fill = () =>
      encodeURIComponent(Buffer.from(this.#random.pick(hostileStrings)).toString());
    const template = this.#random.pick([...this.#uris, "a:b", "ui://view", "file:///etc/passwd"]);
    const uri = template.replaceAll(/\{[^}]*\}/g, fill);
    const method = this.#random.pick(["read", "read", "subscribe", "unsubscribe"]);
    return this.#request(`resources/${method}`, { uri });
  }

  #list(): Message {
    const method = this.#random.pick(["tools/list", "resources/list", "resources/templates/list"]);
    return this.#request(
      method,
      this.#random.below(2) === 0 ? {} : { cursor: this.#random.pick(hostileStrings) },
    );
  }

  #opening(): Message {
    const notified = {
      notifications: { resourceSubscriptions: this.#uris, toolsListChanged: true },
    };
    return this.#random.pick<() => Message>([
      () => this.#request("ping"),
      () => this.#request("initialize", { ...handshake }),
      () => this.#request("server/discover", { _meta: { ...envelope } }),
      () => this.#request("subscriptions/listen", notified),
    ])();
  }

  #notification(): Message {
    const method = this.#random.pick(notifications);
    const params = {
      requestId: "gone",
      progressToken: "gone",
      progress: 1,
      level: "info",
      data: 1,
    };
    return { jsonrpc: "2.0", method, params };
  }

  #answer(): Message {
    const id = this.#random.pick(["gone", 0, 1]);
    const error = { code: -32_601, message: "Method not found" };
    return { jsonrpc: "2.0", id, ...(this.#random.below(2) === 0 ? { result: {} } : { error }) };
  }
}
