import { registrySchema } from "./registry-schema.mjs";

const FORMATS = { boolean: "boolean", integer: "number", number: "number" };

/** The entry for the MCP registry: how to run the published package, and what can be set. */
export function serverJson({ manifest, recipe, described }) {
  return registrySchema.parse({
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: manifest.mcpName,
    title: recipe.title,
    description: recipe.description,
    version: manifest.version,
    packages: [
      {
        registryType: "npm",
        identifier: manifest.name,
        version: manifest.version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        environmentVariables: described.settings
          .filter(({ env, ofEveryServer }) => env !== null && !ofEveryServer)
          .map(environmentVariable),
      },
    ],
  });
}

function environmentVariable({ env, kind, default: value, choices, describe }) {
  return {
    name: env,
    description: describe,
    format: FORMATS[kind] ?? "string",
    ...(kind === "secret" && { isSecret: true }),
    ...(value !== null && { default: String(value) }),
    ...(choices !== null && { choices }),
  };
}
