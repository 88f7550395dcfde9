// Writes the generated tables of each server's README. Needs a build.
import { writeFileSync } from "node:fs";
import { renderReadmes } from "./run/readme-tables.mjs";

for (const { file, current, wanted } of renderReadmes())
  if (current !== wanted) {
    writeFileSync(file, wanted);
    console.log(`wrote ${file}`);
  }
