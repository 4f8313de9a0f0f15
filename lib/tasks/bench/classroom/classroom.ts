/** One server, and a class that opens the same repository through its relay at the same time. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startGitServer } from "#test/servers/git-server.ts";
import { startApplication } from "../application.ts";
import { percentile } from "../figures.ts";
import { generateRepository } from "../generated-repository.ts";
import { memoryFolder } from "../visits.ts";
import { type Lesson, openTogether, recordLesson } from "./learners.ts";

const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [40, 500];

/** A pack of 3.7 MB. */
const repositorySize = { files: 415, words: 2020 };

const root = mkdtempSync(join(memoryFolder, "skillground-bench-"));
const git = await startGitServer({ root, config: { "uploadpack.allowFilter": "true" } });
const application = await startApplication(git.url);
try {
  for (const size of sizes) {
    // Each class gets a repository of its own, so that none benefits from another's cached answers.
    generateRepository(root, `bench/class-${size}`, repositorySize);
    const lesson = await recordLesson(`${git.url}/bench/class-${size}`);
    await report(`${size} learners, one repository`, size, lesson);
    // A link from *Share* names the commit, so no refs have to be asked for.
    generateRepository(root, `bench/shared-${size}`, repositorySize);
    const { commit } = await recordLesson(`${git.url}/bench/shared-${size}`);
    await report(
      `${size} learners, one shared link`,
      size,
      await recordLesson(`${git.url}/bench/shared-${size}`, commit),
    );
  }
} finally {
  await application.stop();
  await git.stop();
  rmSync(root, { recursive: true });
}

async function report(name: string, size: number, lesson: Lesson): Promise<void> {
  const before = git.requests.length;
  const start = performance.now();
  const { times, bytes, errors } = await openTogether(size, lesson, application.url);
  const seconds = (performance.now() - start) / 1000;
  const distinct = lesson.steps.length;
  const asked = git.requests.length - before;
  const [half, most, all] = [0.5, 0.95, 1].map((share) => `${percentile(times, share).toFixed(0)} ms`);
  console.log(`${name}: ${errors.length} errors`);
  console.log(`  requests: ${size * distinct} to the relay, ${asked} to the host (${distinct} distinct)`);
  console.log(`  whole repository: half within ${half}, 95 % within ${most}, all within ${all}`);
  console.log(`  bytes: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`);
  for (const error of new Set(errors)) console.log(`  ${error}`);
}
