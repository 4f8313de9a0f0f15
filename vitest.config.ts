import { defineConfig } from "vitest/config";
import { shellChanges, shellZlib } from "./lib/tasks/shell-changes.ts";

export default defineConfig({
  // The shell of scripts, as the build changes it.
  plugins: [shellChanges, shellZlib],
  test: {
    server: { deps: { inline: ["just-bash"] } },
    include: ["{app,components,lib}/**/*.test.{ts,tsx}"],
    environment: "node",
    // One core is not spared for anything else: by itself Vitest leaves one of two idle.
    maxWorkers: "100%",
    // What a file imports is read once for all of them, which halves the time. So a test takes back what it puts in place of
    // something of the platform, and these two see to it.
    isolate: false,
    unstubGlobals: true,
    restoreMocks: true,
    // Properties are tried on hundreds of inputs, which a busy machine of two cores takes its time over.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
