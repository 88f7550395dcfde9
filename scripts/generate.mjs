// Writes what is made from the servers' own words: tables and install sections of READMEs, server.json and the
// manifests of bundles. Needs a build.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { generatedFiles } from "./generate/generated-files.mjs";
import { execute } from "./run/execute.mjs";

for (const { file, wanted, isStale } of generatedFiles())
  if (isStale) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted);
    await execute("oxfmt", [file]);
    console.log(`wrote ${file}`);
  }
