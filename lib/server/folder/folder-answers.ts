import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { basename } from "node:path";
import type { FolderSettings } from "./folder-settings.ts";
import { listFolder, readServedFile } from "./served-files.ts";
import { watchFolder } from "./watch-folder.ts";

/** The header in which a page names the token. No page of another site can send it: browsers would ask here first. */
export const folderTokenHeader = "x-skillground-folder";

/** Pages that follow the folder at once: each is told of changes by a connection that stays open. */
const mostFollowing = 8;

/**
 * Whether a request names this machine as its host. A name that somebody else owns may lead here as well (DNS rebinding), and the pages of
 * whoever owns it would be of this origin.
 */
export function namesLoopback({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): boolean {
  const port = socket.localPort;
  return headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
}

/** Answers what the lab's page asks of a folder. It only reads. */
export function createFolderAnswers({ root, token }: FolderSettings): (request: Request) => Promise<Response> {
  const key = digest(token);
  // The same folder is the same workspace, in a browser that keeps what its person has changed.
  const id = digest(root).toString("hex").slice(0, 32);
  let following = 0;

  function follow(signal: AbortSignal): Response {
    if (following >= mostFollowing) return refusal(429, "Too many pages follow this folder: close some.");
    following++;
    const ended = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const tell = () => controller.enqueue(new TextEncoder().encode("data: changed\n\n"));
        watchFolder(root, tell, ended.signal);
        // What changed before was told to nobody.
        tell();
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

/** Whether it comes from a page of this server's own that has the token. */
function isKnown({ headers }: Request, key: Buffer): boolean {
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  // Both sides are digests: comparing takes as long whatever was given, and however long it is.
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
