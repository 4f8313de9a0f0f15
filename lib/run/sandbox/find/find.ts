import type { CustomCommand } from "just-bash/browser";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { type Gathered, gathered, type Outputs, start } from "#lib/run/sandbox/commands/gathered.ts";
import { bytesOf } from "#lib/run/sandbox/commands/inputs.ts";
import { ownCommand } from "#lib/run/sandbox/commands/own-command.ts";
import { zoneOf } from "#lib/run/sandbox/dates/zones.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { type Found, foundAt, nameOf } from "./find-files.ts";
import { printer } from "./find-format.ts";
import { type Action, type Expression, type FindCall, readCall } from "./find-parser.ts";

/** GNU's find, with its output in order with that of the commands that it starts. */
export function findCommand(outputs: Outputs): CustomCommand {
  return ownCommand("find", (args, context) => find(args, context, outputs), 1);
}

/** Ends a search before its end (`-quit`). */
class Quit extends Error {}

interface Search {
  readonly call: FindCall;
  readonly context: CommandContext;
  readonly outputs: Outputs;
  readonly output: Gathered;
  /** The files that a command gets at the end, or when they are many, by its words. */
  readonly batches: Map<Action, Found[]>;
  readonly printers: Map<Action, (found: Found) => string>;
  /** Folders that are not entered. */
  readonly pruned: Set<Found>;
  exitCode: number;
}

async function find(args: readonly string[], context: CommandContext, outputs: Outputs): Promise<CommandResult> {
  const call = await readCall(args, context);
  const search: Search = {
    ...{ call, context, outputs, output: gathered(outputs), exitCode: 0 },
    ...{ batches: new Map(), printers: new Map(), pruned: new Set() },
  };
  await prepare(search, call.expression);
  try {
    for (const root of call.roots) {
      const found = await foundAt(context, { path: root, root, depth: 0 }, call.follows !== "none");
      if (found) await visit(search, found);
      else await fail(search, `‘${root}’: No such file or directory`);
    }
  } catch (caught) {
    if (!(caught instanceof Quit)) throw caught;
  }
  for (const [action, files] of search.batches) await runBatch(search, action, files);
  return search.output.result(search.exitCode);
}

async function fail(search: Search, why: string): Promise<void> {
  await search.output.add("", `find: ${why}\n`);
  search.exitCode = 1;
}

/** Reads the formats of an expression, and empties the files that it prints to. @throws OptionError */
async function prepare(search: Search, expression: Expression): Promise<void> {
  if (expression.kind === "not") return prepare(search, expression.one);
  if (expression.kind === "action") {
    const { action } = expression;
    const { fs, cwd, exportedEnv } = search.context;
    const format = { "-printf": action.words[0], "-fprintf": action.words[1] }[action.name];
    if (format !== undefined) search.printers.set(action, printer(format, zoneOf(exportedEnv?.TZ)));
    if (action.name.startsWith("-fprint")) await fs.writeFile(resolve(cwd, action.words[0] ?? ""), "");
  } else if (expression.kind !== "test") for (const part of expression.parts) await prepare(search, part);
}

async function visit(search: Search, found: Found): Promise<void> {
  const { call, context } = search;
  const isAsked = found.depth >= call.least;
  if (isAsked && !call.isInsideFirst) await holds(search, call.expression, found);
  if (found.depth < call.most && !search.pruned.has(found)) {
    for (const name of found.names) {
      const path = `${found.path}${found.path.endsWith("/") ? "" : "/"}${name}`;
      const inside = await foundAt(context, { path, root: found.root, depth: found.depth + 1 }, call.follows === "all");
      if (inside) await visit(search, inside);
    }
  }
  if (!isAsked || !call.isInsideFirst) return;
  // What was in a folder may be gone by now.
  const names = found.stat.isDirectory ? await context.fs.readdir(found.place) : [];
  await holds(search, call.expression, { ...found, names });
}

async function holds(search: Search, expression: Expression, found: Found): Promise<boolean> {
  switch (expression.kind) {
    case "test":
      return expression.test(found);
    case "action":
      return act(search, expression.action, found);
    case "not":
      return !(await holds(search, expression.one, found));
    case "and":
      for (const part of expression.parts) if (!(await holds(search, part, found))) return false;
      return true;
    case "or":
      for (const part of expression.parts) if (await holds(search, part, found)) return true;
      return false;
    case "list": {
      let last = false;
      for (const part of expression.parts) last = await holds(search, part, found);
      return last;
    }
  }
}

async function act(search: Search, action: Action, found: Found): Promise<boolean> {
  const { name, words } = action;
  switch (name) {
    case "-prune":
      search.pruned.add(found);
      return true;
    case "-quit":
      throw new Quit();
    case "-delete":
      return remove(search, found);
    case "-exec":
    case "-execdir":
      return run(search, action, found);
    default: {
      const text = search.printers.get(action)?.(found) ?? found.path + (name.endsWith("0") ? "\0" : "\n");
      if (!name.startsWith("-f")) await search.output.add(bytesOf(text), "");
      else await search.context.fs.appendFile(resolve(search.context.cwd, words[0] ?? ""), text);
      return true;
    }
  }
}

async function remove(search: Search, { path, place, stat, names }: Found): Promise<boolean> {
  if (path === ".") return true;
  const { fs } = search.context;
  if (names.length > 0) {
    await fail(search, `cannot delete '${path}': Directory not empty`);
    return false;
  }
  await fs.rm(place, { recursive: stat.isDirectory });
  return true;
}

/** As many files as one command gets. */
const most = 5000;

async function run(search: Search, action: Action, found: Found): Promise<boolean> {
  const { name, words } = action;
  if (words.at(-1) === "+") {
    const batch = search.batches.get(action) ?? [];
    search.batches.set(action, [...batch, found]);
    if (batch.length + 1 < most) return true;
    search.batches.delete(action);
    await runBatch(search, action, [...batch, found]);
    return true;
  }
  const [path, folder] = name === "-execdir" ? inItsFolder(search, found) : [found.path];
  const command = words.slice(0, -1).map((word) => word.replaceAll("{}", path));
  return (await started(search, command, folder)) === 0;
}

async function runBatch(search: Search, action: Action, files: readonly Found[]): Promise<void> {
  const command = action.words.slice(0, -2);
  const byFolder = new Map<string | undefined, string[]>();
  for (const found of files) {
    const [path, folder] = action.name === "-execdir" ? inItsFolder(search, found) : [found.path];
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  for (const [folder, paths] of byFolder)
    if ((await started(search, [...command, ...paths], folder)) !== 0) search.exitCode = 1;
}

/** The path of a file from its folder, and the folder. */
function inItsFolder({ context: { cwd } }: Search, { path, place }: Found): readonly [string, string] {
  return path === "." || place === "/" ? [path, cwd] : [`./${nameOf(path)}`, resolve(place, "..")];
}

async function started({ context, outputs, output }: Search, call: readonly string[], folder?: string) {
  const { out, err, status } = await start(call, context, outputs, folder);
  const isMissing = status === 127 && err.endsWith(`: ${call[0]}: command not found\n`);
  await output.add(out, isMissing ? `find: '${call[0]}': No such file or directory\n` : err);
  return status;
}
