import { readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

type File = { type: string; content: Buffer };

/** The built page, held in memory; only files that were there at the start can be asked for. */
export function loadPage(folder: string) {
  const files = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${file.slice(folder.length + 1).replaceAll("\\", "/")}`;
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    files.set(path, { type, content: gzipSync(readFileSync(file), { level: 9 }) });
  }
  return {
    /** False when there is no such file. */
    send(response: ServerResponse, path: string): boolean {
      const file = files.get(path === "/" ? "/index.html" : path);
      if (file === undefined) return false;
      response.writeHead(200, {
        "content-type": file.type,
        "content-encoding": "gzip",
        "content-length": file.content.length,
        // Names of assets hold a digest of their content.
        "cache-control": path.startsWith("/assets/")
          ? "private, max-age=31536000, immutable"
          : "no-store",
      });
      response.end(file.content);
      return true;
    },
  };
}

export type PageFiles = ReturnType<typeof loadPage>;
