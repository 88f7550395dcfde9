import { availableParallelism, cpus, release, totalmem, type } from "node:os";

/** One line on what the figures were measured on. */
export function machineFacts() {
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node ${process.versions.node}, ${type()} ${release().split("-")[0]}, ${availableParallelism()} cores (${model}), ${memory} GB`;
}
