import { randomUUID } from "node:crypto";
import { inject, onTestFinished } from "vitest";
import { administrate } from "./administrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** A place in the PostgreSQL of the tests where nothing is yet, and which goes when the current test ends. */
export function temporaryNamespace(): { url: string; namespace: string } {
  const url = inject("postgresUrl");
  const namespace = `test_${randomUUID().replaceAll("-", "")}`;
  onTestFinished(() => administrate(url, `drop schema if exists ${namespace} cascade`));
  return { url, namespace };
}
