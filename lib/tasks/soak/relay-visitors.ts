import { request as send } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** A request to the server, from a loopback address of its own. */
export interface Visit {
  readonly path: string;
  readonly method?: "GET" | "POST";
  /** Absent: `127.0.0.1`. Linux accepts all of 127.0.0.0/8; elsewhere all visits come from one address. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}

/** The status, 0 for a broken connection, and the time in milliseconds. */
export interface Visited {
  readonly status: number;
  readonly time: number;
  readonly bytes: number;
}

const hasLoopbackNet = process.platform === "linux";

/** The headers of a page of the site, on whatever address the connection comes from. */
function headersOf(site: string, { from = "127.0.0.1", method = "GET", headers }: Omit<Visit, "path">) {
  return {
    host: new URL(site).host,
    "sec-fetch-site": "same-origin",
    "sec-fetch-mode": "cors",
    "sec-fetch-dest": "empty",
    // A front door replaces this header; a server without one trusts it.
    "x-skillground-address": from,
    connection: "close",
    ...(method === "POST" && { origin: site }),
    ...headers,
  };
}

/** The options of `node:http` for a visit. */
export function optionsOf(site: string, visit: Visit) {
  const { from = "127.0.0.1", method = "GET", path } = visit;
  const { hostname, port } = new URL(site);
  return {
    hostname,
    port,
    path,
    method,
    agent: false,
    headers: headersOf(site, visit),
    ...(hasLoopbackNet && { localAddress: from }),
  };
}

/** Sends a request and reads the answer to its end, or until the connection breaks. Never rejects. */
export function visit(site: string, asked: Visit): Promise<Visited> {
  const start = performance.now();
  return new Promise((resolve) => {
    let bytes = 0;
    let isOver = false;
    const done = (status: number) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      resolve({ status, time: performance.now() - start, bytes });
    };
    // A limit for the whole request, against slow drips.
    const timer = setTimeout(() => {
      sent.destroy();
      done(0);
    }, asked.timeoutMs ?? 30_000);
    const sent = send(optionsOf(site, asked), (response) => {
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("close", () => done(response.complete ? (response.statusCode ?? 0) : 0));
      response.on("error", () => undefined);
    });
    sent.on("error", () => done(0));
    sent.end(asked.body);
  });
}

/** `count` visits, `abreast` at a time; returns how many got each status. */
export async function visitMany(
  site: string,
  { count, abreast }: { readonly count: number; readonly abreast: number },
  nth: (index: number) => Visit,
): Promise<Readonly<Record<number, number>>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  const one = async () => {
    while (next < count) {
      const { status } = await visit(site, nth(next++));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: abreast }, one));
  return statuses;
}

/** An attacker with the honest visitor's address shares a network with them. */
export const honestAddress = "127.9.9.9";

/** Requests the refs of a repository, like a page. */
export function askRefs(repository: string, index: number): Visit {
  const session = { "x-skillground-session": `honest-visitor-${index >> 5}` };
  return {
    path: `/api/git/${repository}/info/refs?service=git-upload-pack`,
    from: honestAddress,
    headers: session,
    timeoutMs: 10_000,
  };
}

/** A well-behaved visitor, who sends requests until `stop`, with a pause in milliseconds. */
export function honestVisitor(site: string, nth: (index: number) => Visit, pause: number) {
  const visits: Visited[] = [];
  let isOver = false;
  const running = (async () => {
    for (let index = 0; !isOver; index++) {
      visits.push(await visit(site, nth(index)));
      await wait(pause);
    }
  })();
  return {
    async stop(): Promise<readonly Visited[]> {
      isOver = true;
      await running;
      return visits;
    },
  };
}
