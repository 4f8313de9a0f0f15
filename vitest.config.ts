import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,components,lib}/**/*.test.{ts,tsx}"],
    environment: "node",
    // Properties are tried on hundreds of inputs, which a busy machine of two cores takes its time over.
    testTimeout: 30_000,
  },
});
