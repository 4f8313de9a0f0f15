import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Jail } from "./jail.ts";
import { type JailAnswer, type JailTask, proxyPort } from "./jail-task.ts";
import type { Program } from "./program.ts";
import { greeting, type PlacedTree, world } from "./tree.ts";

/** A program that lies in a folder, ready to be asked. */
export interface Installed {
  readonly program: Program;
  readonly version: string;
  readonly command: string;
  /** Where its answers are kept: the same tree is asked once. */
  readonly answers: string;
}

/** Seconds that a program has for one tree, unless it says otherwise. */
const limit = 60;

/** What a program does with a tree, as it was seen before or as it does now. */
export async function askProgram(installed: Installed, jail: Jail, tree: PlacedTree): Promise<JailAnswer> {
  const task = taskFor(installed, tree);
  // Where commands lie is this machine's own, and so is what makes them start sooner.
  const { NODE_COMPILE_CACHE, ...env } = task.env;
  const same = { ...task, command: installed.program.command, env: { ...env, PATH: "" } };
  const hash = createHash("sha256").update(JSON.stringify(same)).digest("hex");
  const kept = join(installed.answers, hash.slice(0, 2), `${hash}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as JailAnswer;
  const answer = await jail.run(task);
  // One that was ended for taking too long may have had too little of the machine.
  if (answer.code === undefined) return bare(answer);
  mkdirSync(join(kept, ".."), { recursive: true });
  writeFileSync(kept, JSON.stringify(bare(answer)));
  return bare(answer);
}

function taskFor({ program, command, answers }: Installed, tree: PlacedTree): JailTask {
  const { cwd, home, links } = tree;
  const calls = [
    ...tree.reads.map((path) => program.read(path)),
    ...tree.calls.flatMap((call) => program.call(call) ?? []),
  ];
  const line = program.line(tree.line ?? greeting);
  const model = tree.model ?? program.model;
  const proxy = `http://127.0.0.1:${proxyPort}`;
  return {
    command,
    args: tree.isTerminal && program.inTerminal ? program.inTerminal(line, model) : program.args(line, model),
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      TMPDIR: `${world}/tmp`,
      LANG: "C.UTF-8",
      // Most are written for Node, and half of their time goes into reading themselves.
      NODE_COMPILE_CACHE: join(answers, "../compiled"),
      HTTPS_PROXY: proxy,
      NO_PROXY: "127.0.0.1,localhost",
      ...program.env,
    },
    cwd,
    files: { ...program.setup(tree), ...withOwn(program, tree.files) },
    links,
    wire: program.wire,
    turns: calls.map((call) => ({ calls: [call] })),
    limit: program.limit ?? limit,
  };
}

function withOwn({ withOwn: complete }: Program, files: PlacedTree["files"]): PlacedTree["files"] {
  if (!complete) return files;
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, complete(path, text)]));
}

/**
 * Only the first and the last request that offers tools: the last one holds all that was said in between. Of each only, and of each what may speak of skills: a program's prompt is long, and no business
 * of this project.
 */
function bare({ requests, ...answer }: JailAnswer): JailAnswer {
  const asked = requests.map(({ url, body }) => ({ url, body: bareBody(body) })).filter(({ body }) => body.isWork);
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

/** Google's wire has its tools together in one. */
function withSkillTools(tool: AnyTool): AnyTool {
  const { functionDeclarations } = tool;
  return functionDeclarations ? { functionDeclarations: functionDeclarations.filter(isSkillTool) } : tool;
}

function isSkillTool({ name, function: called, functionDeclarations }: AnyTool): boolean {
  return functionDeclarations !== undefined || /skill/i.test(name ?? called?.name ?? "");
}
