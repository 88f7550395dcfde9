import { runApp } from "@faculties/mcp-kit";
import { app } from "./app.ts";

// The contract's limit is smaller than the kit's usual one.
const defaults = { MCP_MAX_INPUT_BYTES: "524288" };

void runApp(app, { args: process.argv.slice(2), environment: { ...defaults, ...process.env } });
