// Runs before a package is packed. npm leaves `catalog:` and `workspace:` in the manifest, and nobody can install that.
if (!process.env.npm_config_user_agent?.startsWith("pnpm/")) {
  console.error("npm cannot pack this package. Run `npm run pack` at the root of the repository.");
  process.exit(1);
}
