import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,components,lib}/**/*.test.{ts,tsx}", "e2e/**/*.test.ts"],
    environment: "node",
  },
});
