import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareBytes } from "#lib/vfs/paths.ts";
import { hasScreens, type Jail } from "./jail/jail.ts";
import { type JailAnswer, type JailTask, proxyPort } from "./jail/jail-task.ts";
import type { Program } from "./program.ts";
import { greeting, type PlacedTree, placeTree, type Tree, world } from "./tree.ts";

/** An installed program, ready to be asked. */
export interface Installed {
  readonly program: Program;
  readonly version: string;
  readonly command: string;
  /** Folder of its cached answers: the same tree is asked once. */
  readonly answers: string;
}

/** Seconds that a program gets for one tree by default. */
const limit = 60;

/** A process may keep what it has read in such a file for the next tree: those with one get a process of their own. */
const settingsFile = /\.(?:jsonc?|toml|ya?ml|env)$/;

/** An answer with its tree, which no seed makes again once the generator has changed. */
export interface KeptAnswer extends JailAnswer {
  readonly tree?: Tree;
  /** It came from a process that had answered other trees before. */
  readonly isWarm?: true;
}

export interface AskOptions {
  /** The time (`Date.now`) after which nothing is asked. */
  readonly until?: number;
  /** Asks a process started for this tree alone. */
  readonly isFresh?: boolean;
  /** Asks once more, and keeps the new answer. */
  readonly isAgain?: boolean;
}

/** A program's behaviour on a tree, cached or current. Throws `TooLate` after `until` where none is cached. */
export async function askProgram(
  installed: Installed,
  jail: Jail,
  tree: Tree,
  { until = Number.POSITIVE_INFINITY, isFresh = false, isAgain = false }: AskOptions = {},
): Promise<KeptAnswer> {
  const placed = placeTree(tree, installed.program.folders);
  const hasSettings = Object.keys(placed.files).some((path) => settingsFile.test(path));
  const task = taskFor(installed, placed);
  // The commands' paths, what makes them start sooner, and how long this machine may take, are no part of the question.
  const { NODE_COMPILE_CACHE, ...env } = task.env;
  const same = { ...task, command: installed.program.command, env: { ...env, PATH: "" }, limit };
  const hash = createHash("sha256").update(JSON.stringify(same)).digest("hex");
  const kept = join(installed.answers, hash.slice(0, 2), `${hash}.json`);
  if (existsSync(kept) && !isAgain) {
    const answer = JSON.parse(readFileSync(kept, "utf8")) as KeptAnswer;
    if (!answer.isWarm || !(isFresh || hasSettings)) return answer;
  }
  if (Date.now() > until) throw new TooLate();
  if (task.typed !== undefined && !hasScreens())
    throw new Unasked("It is typed on a screen, which tmux keeps, and there is no tmux here.");
  const warm = isFresh || hasSettings || task.typed !== undefined ? undefined : warmOf(installed, placed);
  const answer: KeptAnswer = {
    ...bare(await jail.run({ ...task, ...(warm && { warm }) })),
    ...(warm && { isWarm: true }),
  };
  // A run that was ended by its time limit may have had too little of the machine, so it is not cached.
  if (answer.code === undefined) return answer;
  mkdirSync(join(kept, ".."), { recursive: true });
  writeFileSync(kept, JSON.stringify({ ...answer, tree } satisfies KeptAnswer));
  return answer;
}

function warmOf({ program: { warm, line }, command }: Installed, tree: PlacedTree): JailTask["warm"] {
  if (typeof warm === "function") return warm(tree, line(tree.line ?? greeting));
  return warm && { ...warm, module: join(command, "../..", warm.module) };
}

/** The trees made of chance which a program has answered, in the order of their names. */
export function askedTrees({ answers }: Installed, isOfChance: (tree: Tree) => boolean): readonly Tree[] {
  return globSync(join(answers, "*/*.json"))
    .flatMap((path) => (JSON.parse(readFileSync(path, "utf8")) as KeptAnswer).tree ?? [])
    .filter(isOfChance)
    .sort((a, b) => compareBytes(a.name, b.name));
}

/** The program has not been asked, as there is no time left. */
export class TooLate extends Error {}

/** The program cannot be asked, or gave no answer: why, in a sentence. */
export class Unasked extends Error {}

function taskFor({ program, command, answers }: Installed, tree: PlacedTree): JailTask {
  const { cwd, home, links } = tree;
  const calls = [
    ...tree.reads.map((path) => program.read(path)),
    ...tree.calls.flatMap((call) => program.call(call) ?? []),
  ];
  const line = program.line(tree.line ?? greeting);
  const model = tree.model ?? program.model;
  const screen = tree.isTerminal ? program.screen : undefined;
  const proxy = `http://127.0.0.1:${proxyPort}`;
  return {
    command,
    args: screen?.args(model) ?? argsOf(program, tree, { line, model }),
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      TMPDIR: `${world}/tmp`,
      LANG: "C.UTF-8",
      // Most programs are written for Node, and spend half of their time compiling themselves.
      NODE_COMPILE_CACHE: join(answers, "../compiled"),
      HTTPS_PROXY: proxy,
      NO_PROXY: "127.0.0.1,localhost",
      ...program.env,
    },
    cwd,
    files: { ...program.setup(tree), ...screen?.files, ...withOwn(program, tree.files) },
    links,
    wire: program.wire,
    turns: calls.map((call) => ({ calls: [call] })),
    ...(screen && { typed: line }),
    limit: program.limit ?? limit,
  };
}

function argsOf(program: Program, tree: PlacedTree, { line, model }: Readonly<Record<"line" | "model", string>>) {
  if (tree.isTerminal && program.inTerminal) return program.inTerminal(line, model);
  return program.args(line, model, tree.isGuarded === true);
}

function withOwn({ withOwn: complete }: Program, files: PlacedTree["files"]): PlacedTree["files"] {
  if (!complete) return files;
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, complete(path, text)]));
}

/**
 * Keeps only the first and the last request with tools: the last one contains everything said in between. Of each, keeps only what may be
 * about skills: a program's prompt is long, and no business of this project.
 */
function bare({ requests, ...answer }: JailAnswer): JailAnswer {
  const all = requests.map(({ url, body }) => ({ url, body: bareBody(body) }));
  // Settings may take all tools away.
  const asked = all.some(({ body }) => body.isWork) ? all.filter(({ body }) => body.isWork) : all;
  return { ...answer, requests: asked.filter((_, index) => index === 0 || index === asked.length - 1) };
}

function bareBody(body: unknown) {
  if (typeof body !== "object" || body === null) return { isWork: false };
  const { messages, input, contents, tools, model, instructions, systemInstruction } = body as Record<string, unknown>;
  return {
    isWork: Array.isArray(tools) && tools.length > 0,
    ...(model !== undefined && { model }),
    ...(messages !== undefined && { messages }),
    ...(input !== undefined && { input }),
    ...(contents !== undefined && { contents }),
    ...(systemInstruction !== undefined && { systemInstruction }),
    ...(Array.isArray(tools) && { tools: tools.map(withSkillTools).filter(isSkillTool) }),
    ...(typeof instructions === "string" && /skill/i.test(instructions) && { instructions }),
  };
}

interface AnyTool {
  readonly name?: string;
  readonly function?: { readonly name?: string };
  readonly functionDeclarations?: readonly { readonly name?: string }[];
}

/** Google's wire format puts its tools into one object. */
function withSkillTools(tool: AnyTool): AnyTool {
  const { functionDeclarations } = tool;
  return functionDeclarations ? { functionDeclarations: functionDeclarations.filter(isSkillTool) } : tool;
}

function isSkillTool({ name, function: called, functionDeclarations }: AnyTool): boolean {
  return functionDeclarations !== undefined || /skill/i.test(name ?? called?.name ?? "");
}
