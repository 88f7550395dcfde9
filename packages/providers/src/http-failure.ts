import type { IncomingHttpHeaders } from "node:http";

/**
 * The failed part of an HTTP exchange: the connection (`network`, `tls`), the status (`http`),
 * or a successful answer that cannot be used (`garbage`, `empty`, `oversized`).
 */
export type HttpFailureKind = "network" | "tls" | "http" | "garbage" | "empty" | "oversized";

/** Internal to this package: adapters turn it into a ProviderError through `callVendor`. */
export class HttpFailure extends Error {
  override readonly name = "HttpFailure";
  readonly kind: HttpFailureKind;
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bodyText: string;

  constructor(
    kind: HttpFailureKind,
    message: string,
    options: {
      status?: number | undefined;
      headers?: IncomingHttpHeaders;
      bodyText?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
    this.headers = options.headers ?? {};
    this.bodyText = options.bodyText ?? "";
  }
}
