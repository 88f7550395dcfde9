import { defineConfig } from "vite";

export default defineConfig({
  root: "page",
  base: "/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    target: "es2023",
    // Preloading would inline a script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
