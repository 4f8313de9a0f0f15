import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { serverEnvironment } from "./lib/tasks/server-flags.mjs";
import { shellChanges, shellZlib } from "./lib/tasks/shell/shell-changes.ts";

/**
 * Starts with the files that take longest by their name: where no earlier run has told how long each takes, Vitest goes by size,
 * and a short file of long tests would be left to one core while the other has nothing to do any more.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => /\.slow\.test\.tsx?$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  // The shell of scripts, as the build changes it.
  plugins: [shellChanges, shellZlib],
  test: {
    server: { deps: { inline: ["just-bash"] } },
    include: ["{app,components,lib}/**/*.test.{ts,tsx}"],
    environment: "node",
    // Commands, servers and threads that tests start run from their sources: a third of their time is compiling these anew.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/skillground/compiled"),
      // Starting a program costs a worker some 30 ms for every GB that it holds, and tests start thousands. No limit on V8's heap: it
      // would stand above that of each thread.
      ...serverEnvironment,
    },
    // One core is not spared for anything else: by itself Vitest leaves one of two idle. With one more, tests in a browser beside it fail.
    maxWorkers: "100%",
    // What a file imports is read once for all of them, which halves the time. So a test takes back what it puts in place of
    // something of the platform, and these two see to it.
    isolate: false,
    unstubGlobals: true,
    restoreMocks: true,
    // Properties are tried on hundreds of inputs, and machines of the same two cores have been four times slower than others.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { sequencer: SlowFirst },
    expect: { poll: { timeout: 60_000 } },
  },
});
