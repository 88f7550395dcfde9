import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The PostgreSQL that `postgres-setup` started for this run, if it did. */
export function postgresUrl(): string | undefined {
  // Outside a worker nothing is provided.
  return process.env["VITEST_POOL_ID"] === undefined ? undefined : inject("postgresUrl");
}
