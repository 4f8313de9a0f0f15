import { once } from "node:events";
import { realpathSync, statSync } from "node:fs";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { complain, UsageError } from "../console.ts";
import { ownVersion } from "../own-files.ts";
import { readArguments, type Verb } from "../verb.ts";
import { createSkillsServer } from "./skills-server.ts";

const usage = `skillground mcp [folder]

Answers agents about the skills of one folder, by the Model Context Protocol over stdin and stdout: its
report, why a skill is offered or not, what a harness tells its model, where a request leads, and the
harnesses side by side. Without a folder: the current one. Nothing is written or fetched, and nothing
outside the folder is read. Files are read again for each answer.

Exit codes: 0 the client closed the connection, 2 there is no such folder.

Examples:
  skillground mcp skills
  claude mcp add skillground -- npx skillground mcp .`;

async function run(args: readonly string[]): Promise<number> {
  const { positionals } = readArguments(args, {});
  const [folder = "."] = positionals;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) throw new UsageError(`${folder} is no folder.`);
  const root = realpathSync(folder);
  const version = await ownVersion();
  if (process.stdin.isTTY)
    complain("This speaks to a program, not to a person: have an agent start it. Ctrl+C ends it.");
  const closed = once(process.stdin, "close");
  serveStdio(() => createSkillsServer({ root, version }), { onerror: ({ message }) => complain(message) });
  await closed;
  return 0;
}

export const mcpVerb: Verb = { usage, run };
