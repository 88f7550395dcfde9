import { renderReadmes } from "./readme-tables.mjs";
import { fail } from "./report.mjs";

/** Fails when a generated table no longer says what the server does. */
export function checkReadmes() {
  const stale = renderReadmes().filter(({ isStale }) => isStale);
  if (stale.length > 0)
    fail(`${stale.map(({ file }) => file).join(", ")} is out of date: run npm run readme.`);
}
