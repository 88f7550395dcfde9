import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseModule, walk } from "./parse-module.mjs";

/** Every module of this workspace that a program started with `entry` can load, by its path. */
export function loadedModules(entries) {
  const modules = new Map();
  const waiting = [...entries];
  while (waiting.length > 0) {
    const file = waiting.pop();
    if (modules.has(file)) continue;
    const module = parseModule(file);
    modules.set(file, module);
    for (const id of importedBy(module.program)) {
      const found = resolve(id, file);
      if (found !== undefined) waiting.push(found);
    }
  }
  return modules;
}

function importedBy(program) {
  const ids = [];
  walk(program, (node) => {
    const isType = node.importKind === "type" || node.exportKind === "type";
    if (!isType && typeof node.source?.value === "string") ids.push(node.source.value);
  });
  return ids;
}

function resolve(id, from) {
  if (id.startsWith(".")) {
    const file = join(dirname(from), id);
    return /\.(?:ts|mjs)$/.test(file) && existsSync(file) ? file : undefined;
  }
  if (!id.startsWith("@faculties/")) return undefined;
  const [, name, ...rest] = id.split("/");
  const { exports } = JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8"));
  const path = [".", ...rest].join("/");
  return join("packages", name, exports[path] ?? exports["./*"].replace("*", rest.join("/")));
}
