import { buildServerFixture } from "@faculties/testkit";
import type { Subject } from "./find-servers.mjs";

/** The server that offers everything the kit can, built for this run. */
export async function fixtureSubject(more: Partial<Subject> = {}): Promise<Subject> {
  const entry = await buildServerFixture(new URL("./fixtures/interop-app.ts", import.meta.url));
  return { name: "fixture", entry, args: [], env: {}, examples: [], ...more };
}
