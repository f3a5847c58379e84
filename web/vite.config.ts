// The build of what the pages load. Entry names are fixed, so that the server can name them without a manifest;
// everything else (fonts, the chunk of the editor) carries a hash and may be cached for ever.
import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
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
