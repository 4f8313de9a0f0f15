import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,components,lib}/**/*.test.{ts,tsx}"],
    environment: "node",
  },
});
