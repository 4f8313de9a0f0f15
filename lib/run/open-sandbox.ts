import { FailureError } from "#lib/failure.ts";
import type { FetchOptions, SandboxHost } from "./run-frame.ts";
import type { RunPart, RunPartName } from "./run-messages.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

/** The address of a sandbox file. Contains the build's id so that browsers cache the file; in development there is none. */
function addressOf(file: string): string {
  const build = process.env.NEXT_PUBLIC_BUILD;
  return `/run/${file}${build ? `?build=${build}` : ""}`;
}

/** Records which parts this browser has cached. */
export interface KeptParts {
  has(name: RunPartName): boolean;
  add(name: RunPartName): void;
}

/** This page's sandbox: `public/run`, built by `lib/tasks/run-page.ts`, served with a policy of its own (`next.config.mjs`). */
export function openSandbox(kept: KeptParts): Sandbox {
  return createSandbox(pageHost(kept));
}

function pageHost(kept: KeptParts): SandboxHost {
  // A blob, which is passed by reference: a text this long would be copied twice on its way into the frame.
  const script = once(async () => (await fetchOk(addressOf("worker.js"))).blob());
  const parts = new Map<RunPartName, RunPart>();
  return {
    page: window,
    openFrame() {
      const frame = document.createElement("iframe");
      frame.src = addressOf("page.html");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.title = "Scripts run here";
      frame.hidden = true;
      document.body.append(frame);
      return {
        get window() {
          return frame.contentWindow;
        },
        remove: () => frame.remove(),
      };
    },
    fetchScript: script,
    async fetchPart(name, options) {
      const part = parts.get(name) ?? (await fetched[name](options));
      parts.set(name, part);
      kept.add(name);
      return part;
    },
    hasPart: (name) => parts.has(name) || kept.has(name),
  };
}

/** Fetches each part, by name. */
const fetched: { readonly [Name in RunPartName]: (options: FetchOptions) => Promise<RunPart> } = {
  async javascript(options) {
    const files = { wasm: "javascript.wasm", memory: "javascript.memory.gz" };
    return { part: "javascript", content: await fetchFiles("javascript", files, options) };
  },
  async python(options) {
    const files = {
      script: "python.js",
      wasm: "python.wasm.gz",
      library: "python.zip",
      snapshot: "python.memory.gz",
    };
    const { script, ...content } = await fetchFiles("python", files, options);
    return { part: "python", content: { ...content, script: await script.text() } };
  },
  async jq(options) {
    const { script, wasm } = await fetchFiles("jq", { script: "jq.js", wasm: "jq.wasm.gz" }, options);
    return { part: "jq", content: { script: await script.text(), wasm } };
  },
};

/** Fetches the files at once, and reports their joint progress. */
async function fetchFiles<Key extends string>(
  part: RunPartName,
  files: Readonly<Record<Key, string>>,
  { signal, onProgress }: FetchOptions,
): Promise<Record<Key, Blob>> {
  const responses = await Promise.all(
    Object.entries<string>(files).map(async ([key, file]) => [key, await fetchOk(addressOf(file), signal)] as const),
  );
  const bytes = responses.reduce((sum, [, { headers }]) => sum + Number(headers.get("Content-Length") ?? 0), 0);
  let fetched = 0;
  onProgress({ part, bytes, fetched });
  const blobs = responses.map(async ([key, { body, headers }]) => {
    // The size of files that the server compresses on the way is unknown.
    const counts = headers.has("Content-Length") ? 1 : 0;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        fetched += counts * chunk.length;
        onProgress({ part, bytes, fetched });
        controller.enqueue(chunk);
      },
    });
    return [key, await new Response(body?.pipeThrough(counting)).blob()] as const;
  });
  return Object.fromEntries(await Promise.all(blobs)) as Record<Key, Blob>;
}

/** Runs `fetchIt` once and caches its result; again if it failed. */
function once<Value>(fetchIt: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= fetchIt().catch((caught: unknown) => {
      value = undefined;
      throw caught;
    });
    return value;
  };
}

async function fetchOk(address: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(address, { ...(signal && { signal }) });
  if (!response.ok) throw new FailureError({ code: "server-error", host: location.host, status: response.status });
  return response;
}
