import { generatedFiles } from "../generate/generated-files.mjs";
import { fail } from "./report.mjs";

/** Fails when a generated file no longer says what the server does. */
export function checkGenerated() {
  const stale = generatedFiles().filter(({ isStale }) => isStale);
  if (stale.length > 0)
    fail(`${stale.map(({ file }) => file).join(", ")} is out of date: run npm run generate.`);
}
