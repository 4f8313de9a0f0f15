import { readdirSync, readFileSync } from "node:fs";
import { type CaseInput, type ConformanceCase, readCases, readInput } from "#lib/harness/conformance/case.ts";
import type { Call, Tree } from "./tree.ts";

const casesFolder = new URL("../../harness/conformance/cases/", import.meta.url);

/**
 * The trees of a harness's conformance cases that were written from its documents or its source, to ask the program for the same. Left out
 * are cases without files, and those about what no first session shows: states that are set in it, changes while it runs, folders that are
 * no project's and no person's.
 * @param id the harness, as its cases begin
 */
export function documentedTrees(id: string): readonly Tree[] {
  const files = readdirSync(casesFolder).filter((file) => file.endsWith(".json") && file.startsWith(id));
  return files
    .flatMap((file) => readCases(readFileSync(new URL(file, casesFolder), "utf8")))
    .flatMap((read) => (read.kind === "case" && isDocumented(read.conformanceCase, id) ? [read.conformanceCase] : []))
    .flatMap((each) => treeOf(each) ?? []);
}

/** Cases that a program has answered say so. */
function isDocumented(each: ConformanceCase, id: string): boolean {
  return each.id.startsWith(`${id}/`) && !each.why.startsWith("seen in ");
}

function treeOf(each: ConformanceCase): Tree | undefined {
  const input = readInput(each);
  const { path, content, line, cwd, touched } = input;
  const texts = content === undefined || path === "" ? each.files : { ...each.files, [path]: content };
  const paths = [...Object.keys(texts), ...Object.keys(each.symlinks), ...touched, cwd];
  if (Object.keys(texts).length === 0 || isOfLater(input) || paths.some((one) => placed(one, input) === undefined))
    return;
  const moved = (byPath: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(byPath).map(([at, text]) => [placed(at, input) ?? at, inWorld(text, input)]));
  const calls = callsOf(input);
  return {
    name: `case ${each.id}`,
    why: each.why,
    files: moved(texts),
    links: moved(each.symlinks),
    cwd: placed(cwd, input) ?? "app",
    ...(line !== "" && { line: inWorld(line, input) }),
    ...(touched.length > 0 && { reads: touched.map((one) => placed(one, input) ?? one) }),
    ...(calls.length > 0 && { calls }),
  };
}

/** Whether a case is about more than a session's start and its first answer. */
function isOfLater({
  added,
  complete,
  ops,
  writes,
  noSkills,
  window,
  afterDiscovery,
  disk,
  query,
}: CaseInput): boolean {
  const lists = [added, ops, writes, query];
  return (
    lists.some((list) => list.length > 0) || complete !== "" || noSkills || Boolean(window ?? afterDiscovery ?? disk)
  );
}

/** A case's path as a tree has it: the folder above the project is the world's own, the home folder one in it. */
function placed(path: string, { home }: CaseInput): string | undefined {
  if (path === home || path.startsWith(`${home}/`)) return `home${path.slice(home.length)}`;
  return path.startsWith("/work/") ? path.slice("/work/".length) : undefined;
}

/** The paths in a text, likewise. */
function inWorld(text: string, { home }: CaseInput): string {
  return text.replaceAll(home, "{world}/home").replaceAll("/work/", "{world}/");
}

function callsOf({ params, calls = [] }: CaseInput): readonly Call[] {
  const asked = params === undefined ? calls : [params];
  return asked.flatMap((each): readonly Call[] => {
    const { skill, name = skill, args } = Object(each) as Record<string, unknown>;
    if (typeof name !== "string") return [];
    return [typeof args === "string" ? [name, args] : [name]];
  });
}
