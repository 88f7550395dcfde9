import type { Check } from "@faculties/mcp-kit";
import type { Context } from "./context.ts";
import { readImportedFiles, reversedLinks } from "./import/reversed-links.ts";
import type { Settings } from "./settings.ts";
import { findInconsistencies } from "./store/find-inconsistencies.ts";
import { countRecords } from "./store/search-rows.ts";

/** The checks of `doctor`. */
export function checks(context: Context, settings: Settings): readonly Check[] {
  const { storage, access, embedding } = context;
  return [
    {
      name: "database",
      async run() {
        const count = await storage.query(countRecords);
        const problems = await storage.integrityProblems();
        if (problems.length > 0) return { status: "fail", message: problems.join("; ") };
        return { status: "ok", message: `${count} records in ${storage.describe()}` };
      },
    },
    {
      name: "decisions",
      async run() {
        const problems = await storage.read(findInconsistencies);
        if (problems.length > 0) return { status: "fail", message: problems.join("; ") };
        return { status: "ok", message: "links, targets and search index agree" };
      },
    },
    {
      name: "imported links",
      async run() {
        const files = await readImportedFiles(context, [], new AbortController().signal);
        const found = await reversedLinks(context, files);
        if (found.length === 0) return { status: "ok", message: "no import turned a link round" };
        const count = found.length === 1 ? "1 link" : `${found.length} links`;
        return {
          status: "warn",
          message: `${count} that an earlier import turned round, or may have; agent-memory repair-links shows and corrects them`,
        };
      },
    },
    {
      name: "writing",
      run() {
        if (access.role === "viewer")
          return { status: "ok", message: "the role viewer only searches" };
        if (access.secret === "valid")
          return { status: "ok", message: `allowed as ${access.role}` };
        const message =
          access.secret === "missing"
            ? "set AGENT_MEMORY_SECRET to allow it"
            : "AGENT_MEMORY_SECRET does not match AGENT_MEMORY_SECRET_HASH";
        return { status: "warn", message };
      },
    },
    {
      name: "embeddings",
      async run() {
        if (settings.embeddings === "off")
          return { status: "warn", message: "off: searching by words" };
        const found = await embedding.embedQuery("decision", new AbortController().signal);
        if ("reason" in found)
          return { status: "fail", message: `${embedding.describe()}: ${found.reason}` };
        return { status: "ok", message: `${found.model}, ${found.vector.length} dimensions` };
      },
    },
  ];
}
