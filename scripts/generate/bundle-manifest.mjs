import { McpbManifestSchema } from "@anthropic-ai/mcpb/schemas/0.3";

/** The manifest of a server's .mcpb bundle, which desktop clients install with a click. */
export function bundleManifest({ manifest, recipe, described }) {
  const entry = `node_modules/${manifest.name}/dist/main.mjs`;
  return McpbManifestSchema.parse({
    manifest_version: "0.3",
    name: described.name,
    display_name: recipe.title,
    version: manifest.version,
    description: manifest.description,
    author: { name: "Faculties" },
    license: manifest.license,
    keywords: manifest.keywords,
    server: {
      type: "node",
      entry_point: entry,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${entry}`, ...recipe.args],
        env: { ...recipe.env, ...variables(recipe) },
      },
    },
    tools: described.tools.map(({ name, description }) => ({ name, description })),
    compatibility: { runtimes: { node: manifest.engines.node } },
    user_config: userConfig(recipe, described),
  });
}

/** Unset fields arrive as empty text, which the servers take for unset. */
function userConfig({ asked }, { settings }) {
  return Object.fromEntries(
    Object.entries(asked).map(([env, { title, type = "string" }]) => {
      const setting = settings.find((one) => one.env === env);
      if (!setting) throw new Error(`The recipe asks for ${env}, which is no setting.`);
      const { describe: description, kind } = setting;
      const sensitive = kind === "secret";
      return [
        env.toLowerCase(),
        { type, title, description, sensitive, required: false, default: "" },
      ];
    }),
  );
}

function variables({ asked }) {
  return Object.fromEntries(
    Object.keys(asked).map((env) => [env, `\${user_config.${env.toLowerCase()}}`]),
  );
}
