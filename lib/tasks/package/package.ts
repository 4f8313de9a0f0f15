/** Builds the package to publish: `npm run package -- --out <folder>` writes its tarball there, and prints its sizes. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatCount } from "#lib/format-count.ts";
import { projectFolder } from "../install.mjs";
import { buildPackage, type PackageSizes } from "./build-package.ts";

/** Folder in which the package is assembled. */
const staging = join(projectFolder, "node_modules/.cache/skillground/package");

/** Builds the tarball. Returns its path and its contents. */
export async function makePackage(
  out: string,
): Promise<{ readonly tarball: string; readonly folder: string; readonly sizes: PackageSizes }> {
  const sizes = await buildPackage(staging);
  mkdirSync(out, { recursive: true });
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", resolve(out)];
  const printed = execFileSync("npm", args, { cwd: staging, encoding: "utf8", shell: process.platform === "win32" });
  const answer = JSON.parse(printed) as
    | readonly { readonly filename: string }[]
    | Readonly<Record<string, { readonly filename: string }>>;
  const [packed] = Object.values(answer);
  return { tarball: join(resolve(out), packed?.filename ?? ""), folder: staging, sizes };
}

/**
 * Budgets in kilobytes, so that neither grows unnoticed. The targets are 2,000 for the command and 400 for the engine.
 * Of the engine YAML is 95, the dialects of YAML 48, harnesses and the rules between a file and a model 229, what a report looks for 126,
 * 38 of it what scripts need and a page lacks, the demo's choice of a skill 26; most of that is text that cannot be shortened.
 */
export const sizeBudgets = { command: 2000, engine: 647 } as const;

/** The sizes, one per line. */
export function sizeLines({ command, engine, cases }: PackageSizes): readonly string[] {
  const kilobytes = (bytes: number) => `${formatCount(Math.ceil(bytes / 1000))} KB`;
  return [
    `command: ${kilobytes(command)} of ${formatCount(sizeBudgets.command)}, and ${kilobytes(cases)} of cases`,
    `engine: ${kilobytes(engine)} of ${formatCount(sizeBudgets.engine)}`,
  ];
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: "string", default: "." } } });
  const { tarball, sizes } = await makePackage(values.out);
  for (const line of [tarball, ...sizeLines(sizes)]) console.log(line);
}
