import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { buildFixture, temporaryHome, type TemporaryHome } from "@faculties/testkit";
import { place } from "./faculties.ts";

export const fixture = await buildFixture(new URL("./fixtures/server.ts", import.meta.url));

/** A home in which npx starts the fixture, as the real one would start the package. */
export function homeWithServer(): Promise<TemporaryHome> {
  return homeWithNpx(`shift 2\n"${process.execPath}" "${fixture}" "$@"`);
}

/** A home in which npx is a shell script. */
export async function homeWithNpx(script: string): Promise<TemporaryHome> {
  const home = await temporaryHome();
  const npx = await place(join(home.directory, "bin", "npx"), `#!/bin/sh\n${script}\n`);
  await chmod(npx, 0o755);
  return { ...home, env: { ...home.env, PATH: `${join(home.directory, "bin")}:/usr/bin:/bin` } };
}
