import { readdirSync } from "node:fs";
import * as z from "zod";

const SOURCES = new URL("../", import.meta.url);

/** Every schema that the files of a server export, by its name. */
export async function publishedSchemas(server: string): Promise<Map<string, z.ZodType>> {
  const files = readdirSync(new URL(server, SOURCES)).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const modules = await Promise.all(
    files.map(async (file): Promise<object> => import(new URL(`${server}/${file}`, SOURCES).href)),
  );
  const exports = modules.flatMap((module): [string, unknown][] => Object.entries(module));
  return new Map(
    exports.flatMap(([name, value]): [string, z.ZodType][] =>
      value instanceof z.ZodType ? [[name, value]] : [],
    ),
  );
}
