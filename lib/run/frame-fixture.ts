/** For tests of a page that runs commands: frames in which the real shell runs in this process instead of a worker. */
import { vi } from "vitest";
import { createSnapshot } from "#lib/vfs/snapshot.ts";
import type { FromFrame, FromRun, RunStart, ToFrame } from "./run-messages.ts";
import { createRunTree } from "./sandbox/run-tree.ts";
import { createShell } from "./sandbox/shell.ts";

/** Gives the test's page such frames. Its other globals stay as they are. */
export function stubFrames(): void {
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", { createElement: () => frameOf(page), body: { append: (frame: Frame) => frame.begin() } });
  const other = fetch;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
    String(input).startsWith("/run/") ? Promise.resolve(new Response("")) : other(input, init),
  );
}

interface Frame {
  readonly contentWindow: { postMessage(message: ToFrame): void };
  begin(): void;
}

function frameOf(page: EventTarget): Frame {
  let isGone = false;
  let begun = 0;
  const say = (data: FromFrame) => {
    const said = Object.assign(new Event("message"), { data, source: contentWindow, origin: "null" });
    setTimeout(() => isGone || page.dispatchEvent(said));
  };
  const contentWindow: Frame["contentWindow"] = {
    postMessage(message) {
      if (message.kind === "worker") ({ run: begun } = message);
      const number = begun;
      const tell = (said: FromRun) => say({ kind: "said", run: number, said });
      if (message.kind === "worker") tell({ kind: "ready" });
      if (message.kind === "start") void run(message, tell);
    },
  };
  const frame = { contentWindow, begin: () => say({ kind: "frame" }), setAttribute: () => undefined };
  return Object.assign(frame, {
    remove() {
      isGone = true;
    },
  });
}

async function run({ files, now, ...line }: RunStart, say: (data: FromRun) => void): Promise<void> {
  const tree = createRunTree();
  tree.give(files, now);
  tree.makeFolder(line.cwd, { recursive: true });
  const write = (stream: "out" | "err", written: string | Uint8Array) =>
    say({ kind: "output", stream, text: typeof written === "string" ? written : new TextDecoder().decode(written) });
  const end = await createShell({ tree, interpreters: {}, write }).run(line);
  const { written, removed } = tree.changes();
  say({ kind: "end", ...end, written: createSnapshot(written), removed, lacks: [] });
}
