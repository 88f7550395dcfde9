import { runApp } from "@faculties/mcp-kit";
import { app } from "./app.ts";

/** Searches leave much garbage behind; a nursery that does not grow with it saves ten megabytes and costs no time. */
export const keepsNurserySmall = true;

void runApp(app, { args: process.argv.slice(2), environment: process.env });
