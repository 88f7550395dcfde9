import type { ConfigFormat } from "../config-format.ts";
import { appendTomlServer } from "./append-toml-server.ts";
import { maskToml } from "./mask-toml.ts";
import { removeTomlServer } from "./remove-toml-server.ts";
import { updateTomlServer } from "./update-toml-server.ts";
import { dataOfToml, parseTomlDocument } from "./toml-document.ts";

/** TOML: servers are tables of their own, appended behind everything else. */
export const tomlFormat: ConfigFormat = {
  parse: (text) => dataOfToml(parseTomlDocument(text)),

  setServer(text, container, name, entry, replace) {
    const path = [container, name] as const;
    if (hasServer(text, container, name) && !replace) return updateTomlServer(text, path, entry);
    return appendTomlServer(replace ? removeTomlServer(text, path) : text, path, entry);
  },

  removeServer: (text, container, name) => [removeTomlServer(text, [container, name])],

  mask: maskToml,
};

function hasServer(text: string, container: string, name: string): boolean {
  const servers = tomlFormat.parse(text)[container];
  return typeof servers === "object" && servers !== null && Object.hasOwn(servers, name);
}
