import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface IssueComment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string } | null;
}

/** The part of GitHub's REST API for comments on a pull request of `acme/skills`, on 127.0.0.1. */
export interface GitHubServer {
  readonly url: string;
  /** Open pull requests, with their head commits. */
  readonly pulls: { readonly number: number; readonly head: { readonly sha: string } }[];
  readonly comments: Map<number, IssueComment[]>;
  /** Method and path of each request that changed something. */
  readonly writes: string[];
  /** While set, the answer to every request. */
  instead: { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } | undefined;
  stop(): void;
}

interface Asked {
  /** Id in the path. */
  readonly id: number;
  readonly body: () => { readonly body: string };
  readonly page: number;
}

type Route = readonly [method: string, path: RegExp, answer: (asked: Asked) => unknown];

/** @param token the only accepted one */
export async function startGitHub(token: string): Promise<GitHubServer> {
  const comments = new Map<number, IssueComment[]>();
  const pulls: GitHubServer["pulls"] = [];
  let lastId = 6;
  const pageOf = <Item>(all: readonly Item[], page: number) => all.slice((page - 1) * 100, page * 100);
  const routes: readonly Route[] = [
    ["GET", /^pulls$/, ({ page }) => pageOf(pulls, page)],
    ["GET", /^issues\/(\d+)\/comments$/, ({ id, page }) => pageOf(comments.get(id) ?? [], page)],
    [
      "POST",
      /^issues\/(\d+)\/comments$/,
      ({ id, body }) => {
        comments.set(id, [...(comments.get(id) ?? []), { id: ++lastId, user: { type: "Bot" }, ...body() }]);
        return {};
      },
    ],
    [
      "PATCH",
      /^issues\/comments\/(\d+)$/,
      ({ id, body }) => {
        for (const each of [...comments.values()].flat()) if (each.id === id) each.body = body().body;
        return {};
      },
    ],
    [
      "DELETE",
      /^issues\/comments\/(\d+)$/,
      ({ id }) => {
        for (const [pull, all] of comments)
          comments.set(
            pull,
            all.filter((each) => each.id !== id),
          );
        return undefined;
      },
    ],
  ];
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const { method = "", url = "", headers } = request;
    if (github.instead) {
      response.writeHead(github.instead.status, github.instead.headers).end(github.instead.body);
      return;
    }
    const { pathname, searchParams } = new URL(url, github.url);
    const path = pathname.replace("/repos/acme/skills/", "");
    const route = routes.find(([wanted, shape]) => wanted === method && shape.test(path));
    if (!route || headers.authorization !== `Bearer ${token}`) {
      response.writeHead(404).end();
      return;
    }
    if (method !== "GET") github.writes.push(`${method} ${path}`);
    const id = Number(route[1].exec(path)?.[1]);
    const answer = route[2]({ id, body: () => JSON.parse(sent), page: Number(searchParams.get("page")) });
    response.writeHead(answer === undefined ? 204 : 200).end(answer && JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const github: GitHubServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pulls,
    comments,
    writes: [],
    instead: undefined,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return github;
}
