import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import { startOpenAiEmulator } from "@faculties/testkit/emulators";
import { held, heldByVendor, HOLD } from "./held-by-vendor.ts";
import type { LongCalls } from "./long-calls.ts";

/** More than one batch; of prose, for which one engine has to be started instead of three. */
const FILES = 60;

/** A workspace of many files, and a model among the judges that never answers. */
export async function auditWorkspace(): Promise<LongCalls> {
  const [vendor, workspace] = await Promise.all([startOpenAiEmulator(), temporaryDirectory()]);
  vendor.answer("*", held);
  const write = (_: unknown, index: number) =>
    writeFile(join(workspace, `note-${index}.md`), `# Note ${index}\n`);
  await Promise.all(Array.from({ length: FILES }, write));
  const think = (thought: string, branchId?: string) => ({
    tool: "sequentialthinking",
    arguments: {
      thought,
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: false,
      ...(branchId !== undefined && { branchId, branchFromThought: 1 }),
    },
  });
  const everything = (config: object) =>
    `\`\`\`gan-config\n${JSON.stringify({ scope: "workspace", ...config })}\n\`\`\``;
  return {
    env: {
      ENABLE_GAN_AUDITING: "true",
      GAN_AUDIT_ROOT: workspace,
      OPENAI_API_KEY: "for-interop",
      OPENAI_BASE_URL: `${vendor.url}/v1`,
    },
    smoke: think("One step."),
    lasts: "`sequentialthinking` that audits a workspace, or asks models",
    progress: async () => think(everything({ judges: ["internal"] })),
    witness: "the judge's connection is closed, and no audit is kept",
    async hold(mark, client) {
      const judged = { judges: ["internal", "openai:judge"], task: `${HOLD} ${mark}` };
      const { begun, hasStopped } = heldByVendor(vendor, mark);
      const isKept = async () =>
        (await client.resourceUris()).some((uri) => uri.includes(encodeURIComponent(mark)));
      return {
        ...think(everything(judged), mark),
        begun,
        hasStopped: async () => hasStopped() && !(await isKept()),
      };
    },
    close: () => vendor.close(),
  };
}
