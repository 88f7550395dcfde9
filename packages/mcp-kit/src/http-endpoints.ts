import type { HttpEndpoint } from "./http-endpoint.ts";
import type { Tenant } from "./tenant.ts";

export type Lease = { endpoint: HttpEndpoint; release(): void };

/** Finds the endpoint that answers a tenant. */
export type HttpEndpoints = {
  /** Undefined when so many are in use that none can be opened now. */
  acquire(tenant: Tenant | undefined): Promise<Lease | undefined>;
  open(): HttpEndpoint[];
  disconnect(): Promise<void>;
  close(): Promise<void>;
};

/** One endpoint for everybody. */
export function sharedEndpoint(endpoint: HttpEndpoint): HttpEndpoints {
  const lease = { endpoint, release: () => undefined };
  return {
    acquire: async () => lease,
    open: () => [endpoint],
    disconnect: endpoint.disconnect,
    close: endpoint.close,
  };
}
