/** The tests that try a sample by default, with everything they have. Takes minutes. */
import { spawnSync } from "node:child_process";

const tests = ["lib/git/mutations.test.ts"];

const { status } = spawnSync("vitest", ["run", ...tests], { env: { ...process.env, SOAK: "1" }, stdio: "inherit" });
process.exitCode = status ?? 1;
