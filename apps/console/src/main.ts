import { fileURLToPath } from "node:url";
import { ConfigError, isLoopback } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import { ConsoleApi } from "./console-api.ts";
import { hasDesktop, openBrowser } from "./open-browser.ts";
import { keptToken, ownFolder } from "./own-folder.ts";
import { SampleMode } from "./sample/sample-mode.ts";
import { Fleet } from "./servers/fleet.ts";
import { type ConsoleSettings, readSettings } from "./settings.ts";
import { loadPage } from "./web/page-files.ts";
import { serveConsole } from "./web/serve-console.ts";

const CONFIGURATION_PROBLEM = 2;
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const print = (line: string) => void process.stdout.write(`${line}\n`);

async function start(settings: ConsoleSettings): Promise<void> {
  const { host, port, role } = settings;
  if (!isLoopback(host) && settings.token === undefined)
    throw new ConfigError(
      `Serving on ${host} needs a token: set FACULTIES_CONSOLE_TOKEN, or bind 127.0.0.1.`,
    );
  const folder = ownFolder(process.env);
  const token = settings.token ?? keptToken(folder);
  const fleet = new Fleet({
    settings,
    environment: process.env,
    from: pathOf("./main.mjs"),
    preload: pathOf("./leave-with-parent.cjs"),
  });
  const sample = new SampleMode(fleet);
  const api = new ConsoleApi({ fleet, sample, version: manifest.version, role, token });
  const page = loadPage(pathOf("./page"));
  const service = await serveConsole({
    host,
    port,
    token,
    isLoopback: isLoopback(host),
    page,
    fleet,
    api,
  });
  if (settings.withSample) void sample.load();
  else fleet.start();
  print(`Faculties console ${manifest.version}`);
  const address = `${service.url}/?token=${token}`;
  print(`Open ${address}`);
  print("Stop it with Ctrl+C.");
  if (settings.opensBrowser && hasDesktop(process.env)) openBrowser(address, folder);

  // Ctrl+C may come twice, from the terminal and from npm.
  await new Promise((resolve) => {
    process.on("SIGINT", resolve).on("SIGTERM", resolve);
  });
  print("Stopping the console and its servers …");
  await service.close();
  await fleet.stop();
  await sample.close();
  process.exit(0);
}

try {
  const settings = readSettings(process.argv.slice(2), process.env, {
    version: manifest.version,
    workingDirectory: process.cwd(),
  });
  if ("text" in settings) print(settings.text);
  else
    start(settings).catch((error: unknown) => {
      if (!(error instanceof ConfigError)) throw error;
      refuseToStart(error);
    });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  refuseToStart(error);
}

function refuseToStart({ message }: ConfigError): void {
  process.stderr.write(`faculties-console: ${message}\n`);
  process.exitCode = CONFIGURATION_PROBLEM;
}
