import { runApp } from "@faculties/mcp-kit";
import { app } from "./app.ts";

void runApp(app, { args: process.argv.slice(2), environment: process.env });
