// Writes the generated tables of each server's README. Needs a build.
import { writeFileSync } from "node:fs";
import { execute } from "./run/execute.mjs";
import { renderReadmes } from "./run/readme-tables.mjs";

for (const { file, wanted, isStale } of renderReadmes())
  if (isStale) {
    writeFileSync(file, wanted);
    await execute("oxfmt", [file]);
    console.log(`wrote ${file}`);
  }
