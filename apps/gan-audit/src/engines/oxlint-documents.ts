import { withDeadline } from "@faculties/std";
import type { LspConnection } from "./lsp-connection.ts";
import type { LspDiagnostic } from "./oxlint-finding.ts";

type Published = { uri: string; diagnostics: LspDiagnostic[] };

// The language server handles messages side by side, and does not look at what it is given before it has read its
// settings. So a text that is sure to be objected to is sent until it is.
const PROBE = "debugger;\n";
const PROBE_PATIENCE_MS = 250;
const PATIENCE_MS = 3_000;

/** Texts as documents of oxlint's language server: opened, judged and closed again. */
export class OxlintDocuments {
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
