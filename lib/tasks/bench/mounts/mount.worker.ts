import { cloneSnapshot } from "#lib/git/clone/clone-snapshot.ts";
import { loadPackTools } from "#lib/git/pack/wasm-pack-tools.ts";
import { createVolume, fillVolume } from "#lib/vfs/volume.ts";

/** Times in milliseconds, from the first request on. */
export interface MountTimes {
  /** Until the list of skills is there; equals `mounted` if there was no early list. */
  readonly listed: number;
  /** Until everything is verified and in a volume. */
  readonly mounted: number;
}

addEventListener("message", async ({ data: url }: MessageEvent<string>) => {
  postMessage(await measure(url));
});

async function measure(url: string): Promise<MountTimes> {
  const tools = loadPackTools(fetch("/zlib.wasm").then((answer) => answer.arrayBuffer()));
  // As in the lab, where the worker loads its code while the person decides.
  await tools;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const start = performance.now();
  let listed: number | undefined;
  const { snapshot } = await cloneSnapshot(
    { kind: "git", url },
    {
      tools,
      fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
      toAddress: (address) => address,
      signal: new AbortController().signal,
      idleMs: 30_000,
      onProgress: () => undefined,
      onListed: () => {
        listed = performance.now() - start;
      },
    },
  );
  await fillVolume(createVolume(), snapshot);
  const mounted = performance.now() - start;
  return { listed: listed ?? mounted, mounted };
}
