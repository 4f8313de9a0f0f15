/**
 * Reports beside their references: in the page beside its skill list, on the server beside native git, badges from cached reports, links
 * with edits. Of a generated repository of 605 skills, and of any named as arguments (bare, or with a `.git` folder).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startGitServer } from "#test/servers/git-server.ts";
import { startApplication } from "../application.ts";
import { formatFigure } from "../figures.ts";
import { generateRepository } from "../generated-repository.ts";
import { memoryFolder } from "../visits.ts";
import { measureLinks } from "./links.ts";
import { measureOnServer } from "./on-server.ts";
import { measurePage } from "./page.ts";
import { copyOf } from "./repositories.ts";
import { measureThreads } from "./threads.ts";

const sizes = {
  /** Like a real repository of 605 skills in 44 MB. */
  heavy: { files: 3_025, words: 1_400, skillWords: 450 },
  /** The same number of skills within the size that a server fetches for one report. */
  fitting: { files: 3_025, words: 500, skillWords: 450 },
  small: { files: 100, words: 200 },
};

const root = mkdtempSync(join(memoryFolder, "skillground-bench-"));
for (const [name, size] of Object.entries(sizes)) generateRepository(root, `bench/${name}`, size);
const named = process.argv.slice(3).map((folder, index) => copyOf(root, folder, `named/${index}`));
const git = await startGitServer({ root, config: { "uploadpack.allowFilter": "true" } });
const application = await startApplication(git.url);
const bench = { root, git: git.url, application };

try {
  for (const figure of await measureLinks()) console.log(formatFigure(figure));
  for (const name of ["bench/fitting", ...named]) {
    for (const line of await measureOnServer(bench, name)) console.log(line);
    for (const line of await measureThreads(bench, name)) console.log(line);
  }
  for (const name of ["bench/heavy", ...named]) for (const line of await measurePage(bench, name)) console.log(line);
} finally {
  await application.stop();
  await git.stop();
  rmSync(root, { recursive: true });
}
