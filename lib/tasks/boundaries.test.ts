import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Import, readSourceFiles } from "./structure/source-files.ts";

/** A line of code in a file, and the lint rule that must reject it; without a rule it must pass. */
interface Case {
  readonly file: string;
  readonly line: string;
  readonly rule?: string;
}

const restricted = "lint/style/noRestrictedImports";

function importing(file: string, ...modules: string[]): Case[] {
  return modules.map((module) => ({ file, line: `export const load = () => import("${module}");` }));
}

function refused(cases: readonly Case[]): Case[] {
  return cases.map((each) => ({ ...each, rule: restricted }));
}

const apart = ["git", "upload", "chat", "share"];

const cases: readonly Case[] = [
  // The rule of direction.
  ...[
    "failure",
    "vfs/a",
    "skills/a",
    "harness/a",
    "git/a",
    "upload/a",
    "chat/a",
    "share/a",
    "server/a",
    "workspace/a",
  ].flatMap((file) =>
    refused(importing(`lib/${file}.ts`, "#app/page.tsx", "#components/ui/a.tsx", "#lib/tasks/a.ts", "react", "next")),
  ),
  ...refused(importing("components/ui/a.tsx", "#app/page.tsx", "#lib/server/a.ts")),
  ...refused(importing("lib/offline/a.ts", "#lib/failure.ts", "#lib/storage/a.ts", "../async/slices.ts", "react")),
  ...refused(importing("lib/vfs/a.ts", "#lib/skills/a.ts", "#lib/workspace/a.ts", "../skills/a.ts")),
  ...refused(importing("lib/skills/a.ts", "#lib/harness/a.ts", "#lib/workspace/a.ts")),
  ...refused(importing("lib/harness/a.ts", "#lib/workspace/a.ts", "#lib/chat/a.ts")),
  ...refused(importing("lib/stage/a.ts", "#lib/workspace/a.ts", "#lib/storage/a.ts", "#lib/git/a.ts", "ai", "react")),
  ...importing("lib/stage/a.ts", "#lib/harness/session.ts", "#lib/report/report.ts", "#lib/vfs/volume.ts"),
  ...refused(importing("lib/server/reports/a.ts", "#lib/workspace/a.ts", "#lib/stage/rehearse.ts")),
  ...refused(importing("lib/chat/a.ts", "#lib/harness/discovery/discover.ts", "#lib/skills/a.ts")),
  ...refused(
    importing("lib/evals/a.ts", "#lib/chat/agent.ts", "#lib/workspace/a.ts", "#lib/harness/a.ts", "ai", "react"),
  ),
  ...refused(importing("lib/run/a.ts", "#lib/workspace/a.ts", "#lib/harness/a.ts", "#lib/storage/a.ts", "ai", "react")),
  ...refused(
    importing("lib/run/packages/a.ts", "#lib/workspace/a.ts", "#lib/storage/a.ts", "#lib/upload/a.ts", "react"),
  ),
  ...refused(importing("lib/run/guest/a.ts", "#lib/vfs/files.ts", "just-bash/browser", "#lib/run/sandbox/program.ts")),
  ...importing("lib/run/sandbox/a.ts", "just-bash/browser", "#lib/vfs/limits.ts"),
  ...refused(importing("lib/command/a.ts", "#app/page.tsx", "#components/ui/a.tsx", "#lib/tasks/a.ts", "react")),
  ...importing("lib/command/a.ts", "#lib/stage/a.ts", "#lib/workspace/a.ts", "#lib/server/relay/a.ts", "node:fs"),
  ...refused(importing("lib/library/a.ts", "#lib/workspace/a.ts", "#lib/git/a.ts", "node:fs", "react")),
  ...importing("lib/library/a.ts", "#lib/harness/a.ts", "#lib/stage/a.ts", "#lib/chat/matching/a.ts"),
  ...refused(importing("lib/room/a.ts", "#lib/workspace/a.ts", "#lib/server/a.ts", "#lib/share/a.ts", "react")),
  ...refused(importing("lib/server/rooms/a.ts", "#lib/workspace/a.ts", "#lib/lesson/a.ts", "#lib/chat/a.ts")),
  ...refused(importing("lib/lesson/a.ts", "#lib/workspace/a.ts", "#lib/chat/message.ts", "#lib/share/a.ts", "react")),
  ...importing(
    "lib/lesson/a.ts",
    "#lib/harness/explain.ts",
    "@lezer/markdown",
    "#lib/skills/yaml/parse-bounded.ts",
    "#lib/vfs/snapshot.ts",
    "yaml",
  ),
  ...["state", "keeping", "models", "tree", "view", "editing"].flatMap((room) =>
    refused(importing(`lib/${room}/a.ts`, "#lib/workspace/a.ts", "#lib/git/a.ts", "#lib/run/a.ts", "react")),
  ),
  ...refused(importing("lib/tree/a.ts", "#lib/view/a.ts", "#lib/runs/a.ts", "#lib/models/a.ts", "#lib/chat/a.ts")),
  ...refused(importing("lib/view/a.ts", "#lib/runs/a.ts", "#lib/upload/a.ts", "#lib/storage/a.ts")),
  ...refused(
    importing("lib/runs/a.ts", "#lib/workspace/a.ts", "#lib/tree/a.ts", "#lib/view/a.ts", "#lib/storage/a.ts"),
  ),
  ...importing("lib/view/a.ts", "#lib/tree/tree.ts", "#lib/models/models.ts", "#lib/stage/derive-view.ts"),
  ...importing("lib/runs/a.ts", "#lib/run/sandbox.ts", "#lib/keeping/keeping.ts"),
  ...refused(importing("lib/editing/a.ts", "#lib/fetching/a.ts", "#lib/runs/a.ts", "#lib/storage/a.ts", "ai")),
  ...importing("lib/editing/changes/a.ts", "#lib/editing/editing.ts", "#lib/tree/tree.ts", "#lib/share/a.ts"),
  ...refused(
    importing("lib/fetching/a.ts", "#lib/tree/a.ts", "#lib/keeping/a.ts", "#lib/workspace/a.ts", "#lib/chat/a.ts"),
  ),
  ...importing("lib/fetching/a.ts", "#lib/git/a.ts", "#lib/upload/a.ts", "#lib/state/source.ts"),
  ...refused(importing("lib/state/a.ts", "#lib/storage/a.ts", "#lib/keeping/a.ts", "#lib/models/a.ts")),
  ...importing("lib/keeping/a.ts", "#lib/state/slices.ts", "#lib/storage/persistence.ts", "zod/mini"),
  ...importing("lib/models/a.ts", "#lib/state/slices.ts", "#lib/storage/storage-secrets.ts"),
  ...importing("components/ui/a.tsx", "#lib/state/state.ts", "#components/ui/b.tsx", "./b.tsx", "react"),
  ...importing("lib/workspace/a.ts", "#lib/git/a.ts", "#lib/harness/a.ts", "#lib/failure.ts", "zustand/vanilla"),
  ...importing(
    "lib/harness/profiles/a.ts",
    "#lib/harness/vocabulary/profile.ts",
    "#lib/skills/a.ts",
    "#lib/vfs/files.ts",
  ),
  ...refused(importing("lib/harness/rules/content/a.ts", "#lib/harness/vocabulary/a.ts", "#lib/vfs/files.ts")),
  ...refused(importing("lib/harness/vocabulary/a.ts", "#lib/harness/discovery/a.ts", "#lib/harness/profiles.ts")),
  ...refused(
    importing("lib/harness/discovery/a.ts", "#lib/harness/rules/types/a.ts", "../session.ts", "../rules/a.ts"),
  ),
  ...importing("lib/harness/discovery/a.ts", "#lib/harness/vocabulary/a.ts", "#lib/harness/rules/content/a.ts"),
  ...importing("lib/harness/discovery/a.ts", "#lib/harness/rules/place/a.ts", "#lib/harness/roots/a.ts"),
  ...refused(importing("lib/harness/rules/place/a.ts", "#lib/harness/discovery/a.ts", "#lib/harness/rules/types/a.ts")),
  ...importing("lib/harness/rules/a.ts", "#lib/harness/rules/types/a.ts", "./content/a.ts"),
  ...importing("lib/chat/a.ts", "#lib/harness/vocabulary/skill.ts", "#lib/vfs/a.ts", "ai"),

  // Rooms that only lib/workspace may join.
  ...apart.flatMap((room) =>
    refused(
      importing(`lib/${room}/a.ts`, ...apart.filter((other) => other !== room).map((other) => `#lib/${other}/a.ts`)),
    ),
  ),
  ...refused(importing("lib/git/a.ts", "../upload/a.ts", "../../lib/upload/a.ts", "#lib/workspace/a.ts")),
  ...["lib/git/a.ts", "lib/upload/a.ts"].flatMap((file) => [
    ...importing(file, "#lib/harness/discovery-files.ts"),
    ...refused(importing(file, "#lib/harness/profiles.ts")),
  ]),
  { file: "lib/git/a.ts", line: 'import { a } from "#lib/chat/a.ts";', rule: restricted },
  { file: "lib/git/a.ts", line: 'export { b } from "#lib/chat/a.ts";', rule: restricted },
  { file: "lib/git/a.ts", line: 'import type { C } from "#lib/chat/a.ts";', rule: restricted },

  // Pure rooms.
  { file: "lib/stage/a.ts", line: "export const a = Date.now();", rule: "lint/style/noRestrictedGlobals" },
  ...["lib/skills/a.ts", "lib/harness/a.ts", "lib/harness/profiles/a.ts", "lib/lesson/checks/a.ts"].flatMap((file) => [
    ...refused(
      importing(file, "@jsonjoy.com/fs-core", "idb-keyval", "ai", "zustand/vanilla", "node:fs", "#lib/vfs/volume.ts"),
    ),
    { file, line: "export const a = Date.now();", rule: "lint/style/noRestrictedGlobals" },
    { file, line: 'export const a = fetch("/");', rule: "lint/style/noRestrictedGlobals" },
    { file, line: "export const a = Math.random();", rule: "lint/nursery/noJsRestrictedProperties" },
  ]),

  // React only where things are drawn.
  ...refused(importing("lib/workspace/a.ts", "react", "zustand", "@ai-sdk/react", "lucide-react")),

  // One importer each.
  ...["lib/vfs/files.ts", "lib/git/a.ts", "lib/workspace/a.ts", "components/ui/a.tsx", "app/page.tsx"].flatMap((file) =>
    refused(
      importing(
        file,
        "memfs",
        "@jsonjoy.com/fs-core",
        "idb-keyval",
        "@ai-sdk/anthropic",
        "@openrouter/ai-sdk-provider",
      ),
    ),
  ),
  ...["lib/vfs/a.ts", "lib/upload/a.ts", "lib/workspace/a.ts", "components/ui/a.tsx", "app/page.tsx"].flatMap((file) =>
    refused(importing(file, "isomorphic-git", "isomorphic-git/http/web")),
  ),
  ...refused(importing("lib/chat/a.ts", "@ai-sdk/anthropic", "@openrouter/ai-sdk-provider")),
  ...refused(importing("lib/server/lent/models.ts", "@ai-sdk/anthropic", "@openrouter/ai-sdk-provider")),
  ...refused(importing("lib/server/relay/a.ts", "@prometheus-io/client", "next")),
  ...refused(importing("lib/server/front/a.ts", "next", "#lib/server/relay/a.ts", "#lib/chat/a.ts")),
  ...refused(importing("lib/vfs/volume.ts", "idb-keyval")),
  ...refused(importing("lib/storage/persistence.ts", "@jsonjoy.com/fs-core")),
  ...importing("lib/vfs/volume.ts", "@jsonjoy.com/fs-core", "./paths.ts"),
  ...importing("lib/storage/persistence.ts", "idb-keyval"),
  ...refused(importing("lib/vfs/a.ts", "#lib/storage/persistence.ts")),
  ...refused(importing("lib/git/a.ts", "#lib/storage/persistence.ts")),
  ...refused(importing("lib/async/a.ts", "#lib/vfs/a.ts")),
  ...importing("lib/git/a.ts", "isomorphic-git", "isomorphic-git/http/web", "#lib/vfs/git-volume.ts"),
  ...importing("lib/chat/models/a.ts", "@ai-sdk/anthropic", "@openrouter/ai-sdk-provider", "../model-settings.ts"),
  ...importing("lib/server/lent/models.ts", "#lib/chat/models/sources.ts", "@ai-sdk/provider"),
  ...importing("lib/server/front/a.ts", "@prometheus-io/client", "node:http", "#lib/server/meters.ts"),

  // Shapes of modules.
  { file: "lib/vfs/a.ts", line: "export default 1;", rule: "lint/style/noDefaultExport" },
  { file: "app/page.tsx", line: "export default 1;" },
  { file: "lib/vfs/a.ts", line: 'export * from "./paths.ts";', rule: "lint/performance/noReExportAll" },
  { file: "lib/vfs/barrel.ts", line: 'export { a } from "./b.ts";', rule: "lint/performance/noBarrelFile" },
  { file: "lib/vfs/self.ts", line: 'export { a } from "./other.ts";', rule: "lint/suspicious/noImportCycles" },
  { file: "lib/vfs/other.ts", line: 'export { b } from "./self.ts";', rule: "lint/suspicious/noImportCycles" },
  { file: "lib/vfs/a.ts", line: "export enum A { B }", rule: "lint/style/noEnum" },
];

const project = resolve(import.meta.dirname, "../..");
const report = z.object({
  diagnostics: z.array(
    z.object({ category: z.string(), location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }) }),
  ),
});

/** Writes each file's lines into a tree with the project's own settings, and lints it; returns the broken rules and their places. */
function lint(files: ReadonlyMap<string, readonly string[]>): { category: string; place: string }[] {
  const folder = mkdtempSync(join(tmpdir(), "boundaries-"));
  try {
    for (const file of ["biome.json", "package.json"]) copyFileSync(join(project, file), join(folder, file));
    for (const [file, lines] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${lines.join("\n")}\n`);
    }
    const options = ["--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none"];
    const { stdout } = spawnSync(join(project, "node_modules/.bin/biome"), ["lint", ...options], {
      cwd: folder,
      encoding: "utf8",
    });
    return report.parse(JSON.parse(stdout)).diagnostics.map(({ category, location }) => ({
      category,
      place: `${location.path}:${location.start.line}`,
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const files = Map.groupBy(cases, ({ file }) => file);
const broken = lint(new Map([...files].map(([file, each]) => [file, each.map(({ line }) => line)])));

function rulesBrokenBy({ file, line }: Case): string[] {
  const number = files.get(file)?.findIndex((each) => each.line === line) ?? -1;
  return broken.filter(({ place }) => place === `${file}:${number + 1}`).map(({ category }) => category);
}

test.each(cases.filter(({ rule }) => rule))("$file must not say: $line", (each) => {
  expect(rulesBrokenBy(each)).toContain(each.rule);
});

test.each(cases.filter(({ rule }) => !rule))("$file may say: $line", (each) => {
  expect(rulesBrokenBy(each)).not.toContain(restricted);
  expect(rulesBrokenBy(each)).not.toContain("lint/style/noDefaultExport");
});

const sources = new Map(readSourceFiles(project).map((file) => [file.path, file]));

/** All files loaded with a file: its imports, their imports, and so on. `isFollowed`: which imports to follow. */
function loadedWith(path: string, isFollowed: (each: Import) => boolean = () => true): ReadonlySet<string> {
  const known = new Set<string>();
  const load = (each: string) => {
    if (known.has(each)) return;
    known.add(each);
    for (const one of sources.get(each)?.imports ?? []) if (!one.isType && isFollowed(one)) load(one.path);
  };
  load(path);
  return known;
}

test("no worker loads what is drawn: neither React nor styles are there for it", () => {
  const workers = [...sources.keys()].filter((path) => path.endsWith(".worker.ts"));
  expect(workers.length).toBeGreaterThan(4);
  for (const worker of workers)
    expect(
      [...loadedWith(worker)].filter((path) => path.endsWith(".tsx")),
      worker,
    ).toEqual([]);
});

test.each([
  "components/workbench/workbench.tsx",
  "components/landing/opener.tsx",
  "components/landing/stored-workspaces.tsx",
  "components/offline/new-version.tsx",
])("%s is of a page's first scripts, and loads no package but those that draw", (entry) => {
  const loaded = [...loadedWith(entry, ({ isLazy }) => !isLazy)];
  expect(loaded).toContain(entry);
  const packages = new Set(loaded.flatMap((path) => sources.get(path)?.packages ?? []));
  expect([...packages].filter((name) => !["lucide-react", "next", "react", "react-dom"].includes(name))).toEqual([]);
});
