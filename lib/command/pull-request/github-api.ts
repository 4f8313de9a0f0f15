import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { UsageError } from "../console.ts";

/** The beginning of our comments, by which they are found again. */
export const commentMark = "<!-- skillground:check -->";

/** Most pages of a hundred comments that are searched. */
const mostPages = 30;
/** Milliseconds to wait for an answer. */
const patience = 30_000;

const pulls = z.array(z.object({ number: z.int(), head: z.object({ sha: z.string() }) }));
const comments = z.array(
  z.object({ id: z.int(), body: z.optional(z.nullable(z.string())), user: z.nullable(z.object({ type: z.string() })) }),
);

/** The comments on one repository's pull requests, through GitHub's REST API (version 2022-11-28). */
export interface PullRequests {
  /** Numbers of the open pull requests with this head commit. */
  withHead(commit: string): Promise<readonly number[]>;
  /** Sets our one comment to `body`; deletes it if `body` is absent. */
  say(pull: number, body: string | undefined): Promise<"written" | "deleted" | "nothing">;
}

export interface GitHubAccess {
  /** `https://api.github.com`, or the address of a self-hosted server. */
  readonly address: string;
  /** `owner/name` */
  readonly repository: string;
  readonly token: string;
}

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

async function askGitHub(
  { address, repository, token }: GitHubAccess,
  ...[method, path, body]: Parameters<Ask>
): Promise<unknown> {
  const response = await fetch(`${address}/repos/${repository}/${path}`, {
    method,
    redirect: "error",
    signal: AbortSignal.timeout(patience),
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "x-github-api-version": "2022-11-28",
      "user-agent": "skillground",
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((caught: Error) => {
    throw new UsageError(`GitHub did not answer ${method} ${path}: ${caught.message}.`, { cause: caught });
  });
  if (!response.ok) throw new UsageError(`GitHub answered ${method} ${path} with ${response.status}.`);
  return response.status === 204 ? undefined : response.json();
}

/** @throws UsageError if the address would send the token unencrypted to another machine, or the repository's name is invalid */
export function pullRequestsOf({ address, repository, token }: GitHubAccess): PullRequests {
  const base = URL.parse(address);
  const isLoopback = base?.hostname === "127.0.0.1" || base?.hostname === "localhost";
  if (!base || (base.protocol !== "https:" && !isLoopback)) throw new UsageError("GITHUB_API_URL is no https address.");
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new UsageError("GITHUB_REPOSITORY is no owner/name.");

  const ask: Ask = (...asked) => askGitHub({ address, repository, token }, ...asked);

  async function* pages<Item>(path: string, shape: z.ZodMiniType<Item[]>): AsyncGenerator<Item> {
    for (let page = 1; page <= mostPages; page++) {
      const read = z.safeParse(shape, await ask("GET", `${path}per_page=100&page=${page}`));
      if (!read.success) throw new UsageError(`GitHub answered GET ${path} with something else than a list.`);
      yield* read.data;
      if (read.data.length < 100) return;
    }
  }

  /** The comment must be ours: anybody may write the mark into a comment. */
  async function ourComment(pull: number): Promise<number | undefined> {
    for await (const { id, body, user } of pages(`issues/${pull}/comments?`, comments)) {
      if (user?.type === "Bot" && body?.startsWith(commentMark)) return id;
    }
    return undefined;
  }

  return {
    async withHead(commit) {
      const found: number[] = [];
      for await (const { number, head } of pages("pulls?state=open&", pulls)) {
        if (head.sha === commit) found.push(number);
      }
      return found;
    },
    async say(pull, body) {
      const id = await ourComment(pull);
      if (body === undefined && id === undefined) return "nothing";
      if (body === undefined) {
        await ask("DELETE", `issues/comments/${id}`);
        return "deleted";
      }
      const marked = { body: `${commentMark}\n${body}` };
      if (id === undefined) await ask("POST", `issues/${pull}/comments`, marked);
      else await ask("PATCH", `issues/comments/${id}`, marked);
      return "written";
    },
  };
}
