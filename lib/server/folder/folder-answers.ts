import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { basename } from "node:path";
import type { FolderSettings } from "./folder-settings.ts";
import { listFolder, readServedFile } from "./served-files.ts";
import { watchFolder } from "./watch-folder.ts";

/**
 * The header in which a page sends the token. No page of another site can send it: browsers would ask this server
 * first.
 */
export const folderTokenHeader = "x-skillground-folder";

/** The most pages that follow the folder at once: each keeps a connection open on which changes are sent. */
const mostFollowing = 8;

/**
 * Whether a request names this machine as its host. A foreign host name may resolve to this machine as well (DNS
 * rebinding), and its owner's pages would then be of this origin.
 */
export function namesLoopback({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): boolean {
  const port = socket.localPort;
  return headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
}

/** Answers the lab page's requests about a folder. Only reads. */
export function createFolderAnswers({ root, token }: FolderSettings): (request: Request) => Promise<Response> {
  const key = digest(token);
  // The same folder gets the same workspace id, so that the browser finds what its person has changed.
  const id = digest(root).toString("hex").slice(0, 32);
  let following = 0;

  function follow(signal: AbortSignal): Response {
    if (following >= mostFollowing) return refusal(429, "Too many pages follow this folder: close some.");
    following++;
    const ended = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        watchFolder(root, () => controller.enqueue(new TextEncoder().encode("data: changed\n\n")), ended.signal);
        ended.signal.addEventListener("abort", () => following--);
        signal.addEventListener("abort", () => ended.abort());
      },
      cancel: () => ended.abort(),
    });
    return new Response(body, { headers: { ...kept, "Content-Type": "text/event-stream; charset=utf-8" } });
  }

  async function list(): Promise<Response> {
    const { files, isCut } = await listFolder(root);
    return Response.json({ id, name: basename(root) || "folder", files, isCut }, { headers: kept });
  }

  return async (request) => {
    if (!isKnown(request, key)) return refusal(403, "Open the address that the terminal shows.");
    if (request.method !== "GET") return refusal(405, "This folder is only read.");
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/api/folder") return list();
    if (pathname === "/api/folder/changes") return follow(request.signal);
    const path = pathname === "/api/folder/file" ? searchParams.get("path") : null;
    const bytes = path === null ? undefined : await readServedFile(root, path);
    if (!bytes) return refusal(404, "There is no such file in the folder.");
    const headers = { ...kept, "Content-Type": "application/octet-stream" };
    return new Response(new Uint8Array(bytes), { headers });
  };
}

/** Whether the request comes from a page of this server that has the token. */
function isKnown({ headers }: Request, key: Buffer): boolean {
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  // Both sides are digests, so the comparison takes constant time for any value of any length.
  const hasToken = timingSafeEqual(digest(headers.get(folderTokenHeader) ?? ""), key);
  return hasToken && site === "same-origin";
}

const kept = { "Cache-Control": "no-store" };

function refusal(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { ...kept, "Content-Type": "text/plain; charset=utf-8" } });
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
