// The build of what the pages load. Entry names are fixed, so that the server can name them without a manifest;
// everything else (fonts, the chunk of the editor) carries a hash and may be cached for ever.
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

/** Licences of what is not ours go with it. */
const licences = {
  name: "licences",
  generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: string }): void }) {
    const of = (file: string) => readFileSync(new URL(`node_modules/${file}`, import.meta.url), "utf8");
    this.emitFile({ type: "asset", fileName: "assets/fonts-licence.txt", source: of("@fontsource/stix-two-math/LICENSE") });
    this.emitFile({ type: "asset", fileName: "assets/mathlive-licence.txt", source: of("mathlive/LICENSE.txt") });
  },
};

export default defineConfig({
  base: "/",
  plugins: [licences],
  publicDir: false,
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 1200,
    rollupOptions: {
      input: { app: "src/app.ts" },
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: (asset) =>
          asset.names.includes("app.css") ? "assets/app.css" : "assets/[name]-[hash][extname]",
      },
    },
  },
  test: { include: ["src/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
