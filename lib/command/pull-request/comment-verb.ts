import { readFileSync, statSync } from "node:fs";
import * as z from "zod/mini";
import { parseJson } from "#lib/plain-json.ts";
import { checkMarkdown, newOf } from "../check/check-result.ts";
import { checkResultShape } from "../check/check-shape.ts";
import { harmlessText, UsageError } from "../console.ts";
import { remark } from "../output.ts";
import { readArguments, type Verb } from "../verb.ts";
import { pullRequestsOf } from "./github-api.ts";

const usage = `skillground comment <check.json> --head <commit>

Keeps one comment on a pull request up to date with what a check found new, and deletes it once nothing
is. The file is the output of "check --format json". It may come from a stranger: it is read as data and
rendered again, and the commit, never the file, decides which pull request it is about.

  --head <commit>  full id of the checked commit, the last one of the pull request
  --quiet          print errors only

Environment: GITHUB_REPOSITORY, GITHUB_TOKEN (pull-requests: write), GITHUB_API_URL.
Exit codes: 0 done, 2 the comment could not be written.

Examples:
  skillground comment check.json --head "$HEAD_SHA"
  GITHUB_REPOSITORY=acme/skills skillground comment check.json --head 1234567890123456789012345678901234567890`;

/** Most bytes of a result that are read. */
const mostBytes = 4_000_000;
/** Most characters of a comment: GitHub accepts 65,536. */
const longest = 60_000;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    head: { type: "string" },
    quiet: { type: "boolean", default: false },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new UsageError("One file: what check --format json has written.");
  const { head = "", quiet } = values;
  if (!/^[0-9a-f]{40}$/.test(head)) throw new UsageError("--head is the full id of a commit.");
  const body = bodyOf(file);
  const { GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository, GITHUB_API_URL } = process.env;
  if (!token || !repository) throw new UsageError("GITHUB_TOKEN and GITHUB_REPOSITORY are not set.");
  const pulls = pullRequestsOf({ address: GITHUB_API_URL || "https://api.github.com", repository, token });
  const numbers = await pulls.withHead(head);
  if (numbers.length === 0) remark({ quiet }, `No open pull request ends with ${head.slice(0, 12)}: nothing is said.`);
  for (const number of numbers) remark({ quiet }, `#${number}: ${done[await pulls.say(number, body)]}`);
  return 0;
}

const done = {
  written: "the comment is written.",
  deleted: "nothing is new: the comment is deleted.",
  nothing: "nothing is new, and there is no comment.",
} as const;

/** The comment's text; `undefined` if nothing is new. */
function bodyOf(file: string): string | undefined {
  const refused = `${file} is not what check --format json writes.`;
  if (statSync(file).size > mostBytes) throw new UsageError(refused);
  const read = z.safeParse(checkResultShape, parseJson(readFileSync(file, "utf8")));
  if (!read.success) throw new UsageError(refused);
  if (newOf(read.data).length === 0) return undefined;
  const lines = harmlessText(checkMarkdown(read.data)).split("\n");
  while (lines.join("\n").length > longest) lines.splice(Math.floor(lines.length / 2), 1);
  return lines.join("\n");
}

export const commentVerb: Verb = { usage, run };
