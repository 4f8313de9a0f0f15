import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AccessLog } from "./settings.ts";

/** One request and its outcome: all that is kept of it, for the access log and the metrics. */
export interface Visit {
  readonly id: string;
  readonly method: string;
  /** Without the query, which may contain what a person typed. */
  readonly path: string;
  readonly status: number;
  /** Bytes sent to the visitor, including headers. */
  readonly bytes: number;
  readonly milliseconds: number;
  /** Whether the connection broke before the answer was complete. */
  readonly isCut: boolean;
}

/** Gives a request its id, in `X-Request-Id`, and calls `onEnd` once when the request is over. */
export function followVisit(request: IncomingMessage, response: ServerResponse, onEnd: (visit: Visit) => void): string {
  const id = randomUUID();
  const start = performance.now();
  const { method = "-", url = "-", socket } = request;
  const sentBefore = socket.bytesWritten;
  response.setHeader("X-Request-Id", id);
  response.once("close", () => {
    onEnd({
      id,
      method,
      path: url.split("?", 1)[0] ?? "-",
      status: response.statusCode,
      bytes: socket.bytesWritten - sentBefore,
      milliseconds: performance.now() - start,
      isCut: !response.writableFinished,
    });
  });
  return id;
}

/** The visit of a connection that brought no request. */
export function malformedVisit(id: string, status: number): Visit {
  return { id, method: "-", path: "-", status, bytes: 0, milliseconds: 0, isCut: false };
}

interface Route {
  readonly kind: string;
  /** Whether the path is one of the site's own, which says nothing about the visitor. */
  readonly isOwn?: true;
}

/** Routes by the beginning of the path. */
const routes: ReadonlyMap<string, Route> = new Map([
  ["api/git", { kind: "relay" }],
  ["api/chat", { kind: "models", isOwn: true }],
  ["api/room", { kind: "rooms" }],
  ["room", { kind: "room" }],
  ["api/packages", { kind: "packages", isOwn: true }],
  ["api/health", { kind: "health", isOwn: true }],
  ["api/report", { kind: "report" }],
  ["badge", { kind: "picture" }],
  ["og", { kind: "picture" }],
  ["_next", { kind: "static", isOwn: true }],
  ["samples", { kind: "static", isOwn: true }],
  ["diagram", { kind: "static", isOwn: true }],
  ["model-engine", { kind: "static", isOwn: true }],
  ["guide", { kind: "page", isOwn: true }],
  ["class", { kind: "page", isOwn: true }],
  ["sign-in", { kind: "page", isOwn: true }],
  ["try", { kind: "sample", isOwn: true }],
  ["local", { kind: "workspace" }],
  ["folder", { kind: "page", isOwn: true }],
  ["api/folder", { kind: "folder" }],
  ...["gh", "gl", "bb", "cb", "git", "w", "report"].map((host): [string, Route] => [host, { kind: "repository" }]),
] satisfies [string, Route][]);

function routeOf(path: string): Route & { readonly prefix: string } {
  const [, first = "", second = ""] = path.split("/", 3);
  const prefix = first === "api" ? `${first}/${second}` : first;
  if (path === "/") return { kind: "home", isOwn: true, prefix };
  return { ...(routes.get(prefix) ?? { kind: "other" }), prefix };
}

/** The kind of a route, one of a few words, for metrics. */
export function routeKind(path: string): string {
  return routeOf(path).kind;
}

/**
 * The path as the access log may show it: with `routes`, without the repository, file or workspace that somebody opens.
 */
function shownPath(path: string, log: AccessLog): string {
  const { kind, isOwn, prefix } = routeOf(path);
  const ending = /\/(info\/refs|git-upload-pack)$/.exec(path)?.[0] ?? "";
  const known = kind === "other" ? "/…" : `/${prefix}/…${kind === "relay" ? ending : ""}`;
  const shown = log === "paths" || isOwn || path === "-" ? path : known;
  return shown.slice(0, 300).replaceAll(/[^\x21-\x7e…]/g, "?");
}

/**
 * One line `time id method path status bytes milliseconds`, with `cut` at the end where the answer was: nothing else
 * about the visitor or the content.
 */
export function accessLine({ id, method, path, status, bytes, milliseconds, isCut }: Visit, log: AccessLog): string {
  const words = [new Date().toISOString(), id, method, shownPath(path, log), status, bytes, milliseconds.toFixed(1)];
  return [...words, ...(isCut ? ["cut"] : [])].join(" ");
}
