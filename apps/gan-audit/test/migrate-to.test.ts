import { fileURLToPath } from "node:url";
import { migrateToContract } from "@faculties/storage/testing";
import { migrations } from "../src/store/migrations.ts";

const entry = fileURLToPath(new URL("../dist/main.mjs", import.meta.url));

migrateToContract({ entry, server: "gan-audit", migrations });
