import type { Redactor } from "@faculties/errors";
import { ConfigError } from "../options/config-error.ts";
import type { Logger } from "./logger.ts";

const MOST_WAITING = 2_048;
const MOST_IN_BATCH = 512;
const SEND_EVERY_MS = 1_000;
const TIMEOUT_MS = 10_000;
const LAST_SEND_MS = 300;

export type OtlpSettings = {
  /** The base address, to which `/v1/traces` is added. */
  endpoint: string;
  /** `name=value` pairs with commas between them, as OTEL_EXPORTER_OTLP_HEADERS has them. */
  headers: string | undefined;
  service: string;
  version: string;
  redact: Redactor;
  log: Logger;
};

/**
 * Sends spans over OTLP/HTTP in JSON, in the background. Spans that cannot be sent are dropped: no call waits or fails
 * for them.
 */
export class OtlpExporter {
  readonly #settings: OtlpSettings;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #timer: NodeJS.Timeout;
  #waiting: Span[] = [];
  #sending: Promise<void> | undefined;
  #dropped = 0;
  #hasWarned = false;

  constructor(settings: OtlpSettings) {
    this.#settings = settings;
    this.#url = tracesUrl(settings.endpoint);
    this.#headers = { "content-type": "application/json", ...readHeaders(settings.headers) };
    this.#timer = setInterval(() => this.#send(TIMEOUT_MS), SEND_EVERY_MS).unref();
  }

  readonly record = (span: Span): void => {
    if (this.#waiting.length >= MOST_WAITING) this.#dropped += 1;
    else this.#waiting.push(span);
    if (this.#waiting.length >= MOST_IN_BATCH) this.#send(TIMEOUT_MS);
  };

  /** Sends what waits, if that is quickly done. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
    this.#send(LAST_SEND_MS);
    await this.#sending;
  }

  #send(timeoutMs: number): void {
    if (this.#sending || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, MOST_IN_BATCH);
    this.#sending = this.#post(batch, timeoutMs)
      .catch((error: unknown) => this.#complain(batch.length, error))
      .finally(() => {
        this.#sending = undefined;
      });
  }

  async #post(spans: Span[], timeoutMs: number): Promise<void> {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: this.#headers,
      body: this.#settings.redact(JSON.stringify(this.#envelope(spans))),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector answered ${response.status}`);
    this.#hasWarned = false;
  }

  #envelope(spans: Span[]) {
    const { service, version } = this.#settings;
    const attributes = attributesOf({ "service.name": service, "service.version": version });
    const scopeSpans = [{ scope: { name: "@faculties/mcp-kit" }, spans }];
    return { resourceSpans: [{ resource: { attributes }, scopeSpans }] };
  }

  #complain(lost: number, error: unknown): void {
    const dropped = lost + this.#dropped;
    this.#dropped = 0;
    // Once, until it works again: a collector that is away must not fill the log.
    const write = this.#hasWarned ? this.#settings.log.debug : this.#settings.log.warn;
    this.#hasWarned = true;
    write("traces could not be sent and were dropped", { spans: dropped, error });
  }
}

function tracesUrl(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT must look like http://127.0.0.1:4318, not "${endpoint}".`,
    );
  return `${endpoint.replace(/(?<!\/)\/+$/, "")}/v1/traces`;
}

function readHeaders(text = ""): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

type Attribute = { key: string; value: { stringValue: string } };

/** A span as OTLP's JSON has it. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code?: number };
};

export const SERVER_KIND = 2;
export const ERROR_STATUS = 2;

export function attributesOf(values: Record<string, string | undefined>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: { stringValue: value } }],
  );
}
