import { join } from "node:path";
import { secretContentRule, secretPathRule } from "@faculties/files";
import type { AuditText, Material } from "../domain/material.ts";
import { someOf } from "./some-of.ts";

const BEGINNING = 400;

/** Marks the texts that look like secrets, unless the operator allows them, and names them for the summary. */
export function keepSecretsLocal(
  material: Material,
  root: string,
  { allowsSecrets }: { allowsSecrets: boolean },
): Material {
  if (allowsSecrets) return material;
  const secret = new Set(material.texts.filter((text) => looksSecret(text, root)));
  if (secret.size === 0) return material;
  const names = someOf([...secret].map(({ path }) => path));
  return {
    ...material,
    texts: material.texts.map((text) =>
      secret.has(text) ? { ...text, isLocalOnly: true, isFixable: false } : text,
    ),
    notes: [
      ...material.notes,
      `judged here only, because they look like secrets: ${names}; MCP_ALLOW_SECRET_FILES=true lets models see them`,
    ],
  };
}

function looksSecret({ path, text }: AuditText, root: string): boolean {
  return (
    secretPathRule(join(root, path)) !== undefined ||
    secretContentRule(Buffer.from(text.slice(0, BEGINNING))) !== undefined
  );
}
