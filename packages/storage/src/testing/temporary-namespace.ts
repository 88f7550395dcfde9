import { randomUUID } from "node:crypto";
import { administrate, postgresUrl } from "@faculties/testkit";
import { onTestFinished } from "vitest";

/** A place in the PostgreSQL of the tests where nothing is yet, and which goes when the current test ends. */
export function temporaryNamespace(): { url: string; namespace: string } {
  const url = postgresUrl();
  if (url === undefined) throw new Error("Name postgres-setup as globalSetup of these tests.");
  const namespace = `test_${randomUUID().replaceAll("-", "")}`;
  onTestFinished(async () => {
    await administrate(url, `drop schema if exists ${namespace} cascade`);
  });
  return { url, namespace };
}
