/**
 * Prints the program's structure: sizes, rooms and the imports between them, and how many files a feature touches. `npm run structure`;
 * another checkout's with its folder as argument.
 */
import { resolve } from "node:path";
import { countArrows, countLevels, cyclesOf, folderOf, type ImportGraph, roomsIn, within } from "./import-graph.ts";
import { readSourceFiles, type SourceFile } from "./source-files.ts";

const files = readSourceFiles(resolve(process.argv[2] ?? "."));
const all: ImportGraph = new Map(files.map(({ path, imports }) => [path, new Set(imports.map((each) => each.path))]));
const runtime: ImportGraph = new Map(
  files.map(({ path, imports }) => [path, new Set(imports.filter((each) => !each.isType).map((each) => each.path))]),
);

console.log("folder                      files   lines  files/1000  median   p90");
for (const [folder, own] of Map.groupBy(files, ({ path }) =>
  path
    .split("/")
    .slice(0, path.startsWith("lib/") ? 2 : 1)
    .join("/"),
))
  printFolder(folder, own);
printFolder(
  "lib",
  files.filter(({ path }) => path.startsWith("lib/")),
);

const functions = files.flatMap((file) => file.functions).sort((a, b) => a - b);
console.log(`\nfunctions: ${functions.length}, median ${at(functions, 0.5)}, p90 ${at(functions, 0.9)} lines`);
print(
  "files over 350 lines",
  files.filter(({ lines }) => lines > 350).map(({ path, lines }) => `${path} ${lines}`),
);
print(
  "functions over 60 lines",
  files.flatMap(({ path, functions }) =>
    functions.filter((length) => length > 60).map((length) => `${path} ${length}`),
  ),
);

const importers = new Map<string, string[]>();
for (const { path, imports } of files)
  for (const each of imports) importers.set(each.path, [...(importers.get(each.path) ?? []), path]);
const oneImporter = [...importers].filter(([, from]) => from.length === 1);
const inFolder = oneImporter.filter(([path, [from = ""]]) => folderOf(path) === folderOf(from));
console.log(`files with one importer: ${oneImporter.length}, ${inFolder.length} of them beside it`);
console.log(`files with one function: ${files.filter((file) => file.functions.length === 1).length}`);

printCycles("import cycles, types included", all);
printCycles("import cycles of running code", runtime);

for (const place of ["lib/workspace", "lib/harness"]) {
  const graph = within(all, (path) => path.startsWith(`${place}/`));
  const rooms = roomsIn(all, place);
  console.log(
    `${place}: ${graph.size} files, ${countArrows(graph)} imports, ${countLevels(graph)} levels; ` +
      `${rooms.size} rooms and files at its root, ${countArrows(rooms)} arrows, ${countLevels(rooms)} levels`,
  );
  printCycles("  rooms that import each other", rooms);
}
printCycles("component folders that import each other", roomsIn(all, "components"));
const direct = new Map<string, number>();
for (const { path } of files) direct.set(folderOf(path), (direct.get(folderOf(path)) ?? 0) + 1);
print(
  "folders of 25 files or more",
  [...direct].filter(([, count]) => count >= 25).map(([path, count]) => `${path} ${count}`),
);

function printFolder(folder: string, own: readonly SourceFile[]): void {
  const sizes = own.map(({ lines }) => lines).sort((a, b) => a - b);
  const lines = sizes.reduce((sum, each) => sum + each, 0);
  const cells = [own.length, lines, ((own.length / lines) * 1000).toFixed(1), at(sizes, 0.5), at(sizes, 0.9)];
  const widths = [5, 8, 12, 8, 6];
  console.log(folder.padEnd(28) + cells.map((cell, index) => String(cell).padStart(widths[index] ?? 8)).join(""));
}

function printCycles(what: string, graph: ImportGraph): void {
  print(
    what,
    cyclesOf(graph).map((group) => group.join(" ")),
  );
}

function print(what: string, found: readonly string[]): void {
  console.log(`${what}: ${found.length}`);
  for (const each of found) console.log(`    ${each}`);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
