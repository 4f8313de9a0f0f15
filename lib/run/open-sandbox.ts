import { FailureError } from "#lib/failure.ts";
import type { RunPart } from "./run-messages.ts";
import { createSandbox, type Sandbox, type SandboxHost } from "./sandbox.ts";

/** Where a file of the sandbox is. With the build's name browsers keep it; in development there is none. */
function addressOf(file: string): string {
  const build = process.env.NEXT_PUBLIC_BUILD;
  return `/run/${file}${build ? `?build=${build}` : ""}`;
}

/** The sandbox of this page: `public/run`, built by `lib/tasks/run-page.ts`, served under a policy of its own (`next.config.mjs`). */
export function openSandbox(): Sandbox {
  return createSandbox(pageHost());
}

function pageHost(): SandboxHost {
  const script = kept(() => fetchText(addressOf("worker.js")));
  const javascript = kept(async () => {
    const [wasm, prelude] = await Promise.all([
      fetchBytes(addressOf("javascript.wasm")),
      fetchText(addressOf("javascript.js")),
    ]);
    return { part: "javascript", content: { wasm, prelude } } as const satisfies RunPart;
  });
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
    fetchPart: () => javascript(),
  };
}

/** Fetched once; again where that failed. */
function kept<Value>(fetchIt: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= fetchIt().catch((caught: unknown) => {
      value = undefined;
      throw caught;
    });
    return value;
  };
}

async function fetchText(address: string): Promise<string> {
  return (await fetchOk(address)).text();
}

async function fetchBytes(address: string): Promise<ArrayBuffer> {
  return (await fetchOk(address)).arrayBuffer();
}

async function fetchOk(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new FailureError({ code: "server-error", host: location.host, status: response.status });
  return response;
}
