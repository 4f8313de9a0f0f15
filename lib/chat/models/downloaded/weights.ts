import { parseJson } from "#lib/plain-json.ts";

/** A model that can be downloaded into the browser and run on the graphics processor. */
export interface DownloadableModel {
  /** The model's name in WebLLM. */
  readonly model: string;
  readonly label: string;
  readonly licence: string;
  /** Approximate download size in bytes. */
  readonly download: number;
  /** Approximate graphics memory in bytes while it answers. */
  readonly memory: number;
  /** The context window that it gets, in tokens. */
  readonly window: number;
}

const giga = 1_000_000_000;

/**
 * The small models that follow tools best. Memory is WebLLM's figure for 4,096 tokens, raised to what twice as many
 * take.
 */
export const downloadableModels: readonly DownloadableModel[] = [
  {
    model: "Qwen3-1.7B-q4f16_1-MLC",
    label: "Qwen3 1.7B",
    licence: "Apache 2.0",
    download: giga,
    memory: 2.5 * giga,
    window: 8192,
  },
  {
    model: "Qwen3-4B-q4f16_1-MLC",
    label: "Qwen3 4B",
    licence: "Apache 2.0",
    download: 2.3 * giga,
    memory: 4 * giga,
    window: 8192,
  },
  {
    model: "Qwen3-0.6B-q4f16_1-MLC",
    label: "Qwen3 0.6B",
    licence: "Apache 2.0",
    download: 0.4 * giga,
    memory: 1.9 * giga,
    window: 8192,
  },
];

/** The name of the browser cache in which WebLLM keeps its downloads. */
const weightsCache = "webllm/model";
const allCaches = [weightsCache, "webllm/config", "webllm/wasm"] as const;

const addressOf = (model: string) => `https://huggingface.co/mlc-ai/${model}/`;

/** Whether all of a model's weights are in this browser, so that using it downloads nothing. */
export async function isDownloaded(model: string): Promise<boolean> {
  // Missing on pages without https, and in some private windows.
  if (!globalThis.caches || !(await caches.has(weightsCache))) return false;
  const cache = await caches.open(weightsCache);
  const base = `${addressOf(model)}resolve/main/`;
  const manifest = await cache.match(`${base}tensor-cache.json`);
  const { records } = Object(manifest && parseJson(await manifest.text())) as { readonly records?: unknown };
  if (!Array.isArray(records) || records.length === 0) return false;
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return records.every((record: { readonly dataPath?: unknown } | null) => kept.has(`${base}${record?.dataPath}`));
}

/** Deletes the stored parts of a model, including those of a broken download. */
export async function deleteDownload({ model }: Pick<DownloadableModel, "model">): Promise<void> {
  if (!globalThis.caches) return;
  // The names of its program and of its weights folder have this beginning in common.
  const name = model.replace(/-MLC$/, "");
  for (const cacheName of allCaches) {
    if (!(await caches.has(cacheName))) continue;
    const cache = await caches.open(cacheName);
    for (const request of await cache.keys()) if (request.url.includes(`/${name}`)) await cache.delete(request);
  }
}

/** Why this browser cannot run downloaded models, as a sentence; `undefined` where it can. */
export async function webGpuProblem(): Promise<string | undefined> {
  const { gpu } = navigator as { readonly gpu?: { requestAdapter(): Promise<Adapter | null> } };
  if (!gpu || !globalThis.caches)
    return globalThis.isSecureContext === false
      ? "Browsers allow graphics processing only on https pages, and this is not one."
      : "This browser has no WebGPU, which models need to run on the graphics processor. Chrome, Edge and newer Safari and Firefox have it.";
  const adapter = await gpu.requestAdapter().catch(() => null);
  if (!adapter) return "This browser has WebGPU but found no graphics processor for it.";
  if (!adapter.features.has("shader-f16"))
    return "This device's graphics processor or driver lacks 16-bit numbers, which these models need.";
  return undefined;
}

interface Adapter {
  readonly features: ReadonlySet<string>;
}
