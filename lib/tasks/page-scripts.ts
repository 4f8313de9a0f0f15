import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { projectFolder } from "./install.mjs";

/** Scripts of a page, in kilobytes (1,000 bytes) compressed with gzip. */
interface PageScripts {
  /** Scripts in its HTML, which it needs before it responds. Next and React alone are 135. */
  readonly first: number;
  /** Those, and what they fetch. For the lab: everything that opens a workspace and draws it. */
  readonly fetched: number;
}

/** Budgets by folder in `app/`. */
export const scriptBudgets = {
  "/": { first: 170 },
  "/guide": { first: 170 },
  "/report/[...address]": { first: 151 },
  "/try/[sample]": { first: 170, fetched: 481.1 },
} as const satisfies Readonly<Record<string, Partial<PageScripts>>>;

const build = join(projectFolder, ".next");

const buildManifest = z.object({ rootMainFiles: z.array(z.string()) });
const pageManifest = z.object({ clientModules: z.record(z.string(), z.object({ chunks: z.array(z.string()) })) });

/** The scripts of a page in the finished build. @throws Error if there is no build, or if Next describes it in another way */
function weighPage(route: string): PageScripts {
  const first = new Set([...rootScripts(), ...componentScripts(route)]);
  const fetched = [...first].flatMap((path) => readScript(path).match(/static\/chunks\/[\w.~-]+\.js/g) ?? []);
  return { first: weigh(first), fetched: weigh(new Set([...first, ...fetched])) };
}

function rootScripts(): readonly string[] {
  return buildManifest.parse(JSON.parse(readFileSync(join(build, "build-manifest.json"), "utf8"))).rootMainFiles;
}

/** Including the components of the page, and of what Next puts around it. */
function componentScripts(route: string): readonly string[] {
  const text = readFileSync(join(build, "server/app", route, "page_client-reference-manifest.js"), "utf8");
  // A script with one assignment, whose value is JSON.
  const json = text.slice(text.indexOf("] = ") + "] = ".length).replace(/;\s*$/, "");
  const { clientModules } = pageManifest.parse(JSON.parse(json));
  return Object.values(clientModules).flatMap(({ chunks }) => chunks.map((path) => path.replace("/_next/", "")));
}

function weigh(scripts: ReadonlySet<string>): number {
  return [...scripts].reduce((sum, path) => sum + gzipSync(readScript(path)).length, 0) / 1000;
}

function readScript(path: string): string {
  return readFileSync(join(build, path), "utf8");
}

if (import.meta.main) {
  let failed = 0;
  let passed = 0;
  for (const [route, budget] of Object.entries(scriptBudgets)) {
    const weight = weighPage(route);
    for (const [kind, limit] of Object.entries(budget)) {
      const size = weight[kind as keyof PageScripts];
      const isWithin = size <= limit;
      if (isWithin) passed++;
      else failed++;
      console.log(`${isWithin ? "✓" : "✗"} ${route}, scripts ${kind}: ${size.toFixed(1)} KB of ${limit}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
