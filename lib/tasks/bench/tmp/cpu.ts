import { mkdtempSync, existsSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { startGitServer } from "#test/servers/git-server.ts";
import { generateRepository } from "../generated-repository.ts";
import { defaultReportBounds, makeReport } from "#lib/server/reports/make-report.ts";
const root = "/dev/shm/rp-bench";
if (!existsSync(root)) { execFileSync("mkdir", ["-p", root]); generateRepository(root, "bench/fitting", { files: 3_025, words: 500, skillWords: 450 }); }
const git = await startGitServer({ root, config: { "uploadpack.allowFilter": "true" } });
const ask: typeof fetch = (input, init) => fetch(String(input).replace(/^https:\/\/report\.invalid\/api\/git\//, "http://"), init);
for (let i = 0; i < 3; i++) {
  execFileSync("rm", ["-rf", "/dev/shm/rp-clone"]);
  const t0 = performance.now();
  const { promisify } = await import("node:util");
  const { execFile } = await import("node:child_process");
  await promisify(execFile)("git", ["clone", "--quiet", "--depth", "1", `${git.url}/bench/fitting`, "/dev/shm/rp-clone"]);
  const t1 = performance.now();
  const c0 = process.cpuUsage();
  const r = await makeReport({ kind: "git", url: `${git.url}/bench/fitting` }, { fetch: ask, bounds: { ...defaultReportBounds, milliseconds: 100000 } });
  const c = process.cpuUsage(c0);
  console.log(r.skills.length, "native", Math.round(t1 - t0), "report wall", Math.round(performance.now() - t1), "cpu", Math.round((c.user + c.system) / 1000), "rss", process.memoryUsage().rss >> 20, "bytes", r.source.bytes, "findings", r.trust.findings.length);
}
await git.stop();
