/** Everything outside the application that the tests talk to, in one process: a git host, two model providers and Python packages. */
import { mkdirSync, rmSync } from "node:fs";
import { ports, gitRoot as root } from "#test/addresses.ts";
import { startGitServer } from "./git-server.ts";
import { startPackagesServer } from "./packages-server.ts";
import { startAnthropicServer } from "./providers/anthropic-server.ts";
import { obedientScript } from "./providers/obedient-script.ts";
import { startOpenAiServer } from "./providers/openai-server.ts";
import { createRepositories, faults } from "./repositories.ts";

// Leftovers of a killed run.
rmSync(root, { recursive: true, force: true });
mkdirSync(root);
createRepositories(root);
const servers = await Promise.all([
  startAnthropicServer({ port: ports.anthropic, script: obedientScript() }),
  startOpenAiServer({ port: ports.openai, script: obedientScript() }),
  startPackagesServer(ports.packages),
]);
// Last, because the test runner takes its answer to mean that all servers are ready.
const git = await startGitServer({ root, port: ports.git, faults });
console.log(`Git on ${git.url}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await Promise.all([git.stop(), ...servers.map((server) => server.stop())]);
    rmSync(root, { recursive: true, force: true });
    process.exit(0);
  });
}
