import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { withDeadline } from "@faculties/std";
import type { Finding } from "../domain/finding.ts";
import { extensionOf, familyOf } from "../domain/languages.ts";
import type { SourceText } from "../domain/source-text.ts";
import type { EngineReport, EngineProcess } from "./engine.ts";
import { LspConnection } from "./lsp-connection.ts";
import {
  findingOfDiagnostic,
  isSyntaxError,
  lintedText,
  type LspDiagnostic,
} from "./oxlint-finding.ts";
import { OXLINT_CONFIG } from "./oxlint-rules.ts";

/** Oxlint as a language server: it stays warm, and is given texts instead of files. */
export function startOxlint(): EngineProcess {
  const folder = mkdtempSync(join(tmpdir(), "gan-audit-oxlint-"));
  writeFileSync(join(folder, ".oxlintrc.json"), JSON.stringify(OXLINT_CONFIG));
  const home = dirname(createRequire(import.meta.url).resolve("oxlint/package.json"));
  const child = spawn(process.execPath, [join(home, "bin", "oxlint"), "--lsp"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const kill = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", kill);
  const ended = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(`its process ended (${signal ?? code})`)),
    );
  });
  // Reported by the check that waits for it; before the first there is nobody to tell.
  ended.catch(() => process.off("exit", kill));
  child.stdin.on("error", () => undefined);
  child.unref();
  const documents = new OxlintDocuments(
    new LspConnection(child.stdout, child.stdin),
    pathToFileURL(folder).href,
  );
  return {
    kill,
    async check(texts): Promise<EngineReport> {
      const findings: Finding[] = [];
      for (const source of texts)
        if (source.language && familyOf(source.language) === "javascript")
          findings.push(...(await Promise.race([checkText(documents, source), ended])));
      return { findings, notes: [], skipped: [] };
    },
  };
}

// Each keeps the line numbers of the text inside.
const AROUND_EXCERPTS = [
  ["async function excerpt() {", "\n}"],
  ["class Excerpt {", "\n}"],
  ["(", "\n)"],
  ["({", "\n})"],
] as const;
// Nobody quotes more of a function or a class.
const LONGEST_WRAPPED = 100_000;

async function checkText(documents: OxlintDocuments, source: SourceText): Promise<Finding[]> {
  // Comments that switch rules off would let the code under judgement choose its judge.
  // Halves of characters would end it: it reads JSON as UTF-8.
  const text = source.text
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
    .replaceAll(/lint-(disable|enable)/g, (word) => `${word.slice(0, -1)}_`);
  const extension = extensionOf(source.language ?? "typescript");
  const diagnostics = await documents.lint(text, extension);
  const report = (found: readonly LspDiagnostic[], whole: string) => {
    const linted = lintedText(source, whole);
    return found.flatMap((diagnostic) => findingOfDiagnostic(diagnostic, linted) ?? []);
  };
  const isWrapped = source.wholeness !== "file" && text.length <= LONGEST_WRAPPED;
  if (!isWrapped || !diagnostics.some(isSyntaxError)) return report(diagnostics, text);
  for (const kind of new Set([extension, "tsx"])) {
    for (const [before, after] of [["", ""], ...AROUND_EXCERPTS]) {
      const whole = before + text + after;
      const wrapped = await documents.lint(whole, kind);
      if (!wrapped.some(isSyntaxError)) return report(wrapped, whole);
    }
  }
  return report(diagnostics, text);
}

type Published = { uri: string; diagnostics: LspDiagnostic[] };

// The language server handles messages side by side, and does not look at what it is given before it has read its
// settings. So a text that is sure to be objected to is sent until it is.
const PROBE = "debugger;\n";
const PROBE_PATIENCE_MS = 250;
const PATIENCE_MS = 3_000;

/** Texts as documents of oxlint's language server: opened, judged and closed again. */
class OxlintDocuments {
  readonly #connection: LspConnection;
  readonly #root: string;
  readonly #waiting = new Map<string, (diagnostics: LspDiagnostic[]) => void>();
  readonly #ready: Promise<void>;
  #count = 0;

  constructor(connection: LspConnection, root: string) {
    this.#connection = connection;
    this.#root = root;
    connection.on("textDocument/publishDiagnostics", (params) => {
      const { uri, diagnostics } = params as Published;
      this.#waiting.get(uri)?.(diagnostics);
    });
    this.#ready = this.#start();
  }

  /** Lints a text under a name of its own, so that nothing of the audited path reaches the engine. */
  async lint(text: string, extension: string): Promise<LspDiagnostic[]> {
    await this.#ready;
    // A long text may take its time, and to send it again takes as long.
    for (let patienceMs = PATIENCE_MS; ; patienceMs *= 2) {
      const diagnostics = await this.#open(text, extension, patienceMs);
      if (diagnostics) return diagnostics;
    }
  }

  async #start(): Promise<void> {
    await this.#connection.request("initialize", {
      processId: process.pid,
      rootUri: this.#root,
      capabilities: {},
      workspaceFolders: [{ uri: this.#root, name: "audit" }],
      initializationOptions: [{ workspaceUri: this.#root, options: { run: "onType" } }],
    });
    this.#connection.notify("initialized", {});
    let isAwake = false;
    while (!isAwake) isAwake = Boolean((await this.#open(PROBE, "js", PROBE_PATIENCE_MS))?.length);
  }

  /** Undefined when nothing was published in time. */
  async #open(
    text: string,
    extension: string,
    patienceMs: number,
  ): Promise<LspDiagnostic[] | undefined> {
    this.#count += 1;
    const uri = `${this.#root}/${this.#count}.${extension}`;
    const published = new Promise<LspDiagnostic[]>((resolve) => this.#waiting.set(uri, resolve));
    const textDocument = { uri, languageId: extension, version: 1, text };
    this.#connection.notify("textDocument/didOpen", { textDocument });
    const diagnostics = await withDeadline(published, patienceMs, () => undefined, { ref: false });
    this.#waiting.delete(uri);
    this.#connection.notify("textDocument/didClose", { textDocument: { uri } });
    return diagnostics;
  }
}
