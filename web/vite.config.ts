/** The console's page: one script and one style sheet beside an HTML file, nothing inline, nothing from elsewhere. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  // Smaller than what the automatic runtime makes of the same.
  oxc: {
    jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" },
    jsxInject: 'import { Fragment, h } from "preact";',
  },
  build: {
    outDir: fileURLToPath(new URL("../dist/console", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // Those that know light-dark(): for older ones every colour would be written three times.
    cssTarget: ["chrome123", "firefox120", "safari17.5", "ios17.5"],
    // A data: address would need leave in the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      optimization: { inlineConst: { mode: "all", pass: 3 } },
    },
  },
});
