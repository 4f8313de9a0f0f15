/**
 * What this browser keeps of packages, in one cache of this site's: files by their hash, and the list that they were chosen from, by which runs
 * go on without a network. Its only owner. Browsers without such caches (pages that did not come by https) keep nothing.
 */
export interface KeptPackages {
  /** A file by its hash; it is looked at again by whoever takes it. */
  file(sha256: string): Promise<Uint8Array | undefined>;
  hasFile(sha256: string): Promise<boolean>;
  keepFile(sha256: string, bytes: Uint8Array): Promise<void>;
  list(): Promise<KeptList | undefined>;
  keepList(list: KeptList): Promise<void>;
  /** Bytes of all that is kept. */
  size(): Promise<number>;
  forget(): Promise<void>;
}

export interface KeptList {
  readonly folder: string;
  readonly text: string;
}

const cacheName = "skillground-packages";
const listKey = "/run/packages/list";
const keyOf = (sha256: string) => `/run/packages/${sha256}`;

export function openKeptPackages(caches: CacheStorage | undefined = globalThis.caches): KeptPackages {
  async function match(key: string): Promise<Response | undefined> {
    return (await caches?.has(cacheName)) ? (await caches?.open(cacheName))?.match(key) : undefined;
  }
  async function put(key: string, body: BodyInit): Promise<void> {
    try {
      await (await caches?.open(cacheName))?.put(key, new Response(body));
    } catch (caught) {
      // No room, or no cache in this window: it is fetched again then.
      if (!(caught instanceof DOMException)) throw caught;
    }
  }
  return {
    async file(sha256) {
      const kept = await match(keyOf(sha256));
      return kept && new Uint8Array(await kept.arrayBuffer());
    },
    hasFile: async (sha256) => (await match(keyOf(sha256))) !== undefined,
    keepFile: (sha256, bytes) => put(keyOf(sha256), bytes.slice()),
    async list() {
      const kept: unknown = await (await match(listKey))?.json();
      const { folder, text } = Object(kept) as Partial<KeptList>;
      return typeof folder === "string" && typeof text === "string" ? { folder, text } : undefined;
    },
    keepList: (list) => put(listKey, JSON.stringify(list)),
    async size() {
      if (!(await caches?.has(cacheName))) return 0;
      const cache = await caches?.open(cacheName);
      const responses = (await cache?.matchAll()) ?? [];
      const blobs = await Promise.all(responses.map((response) => response.blob()));
      return blobs.reduce((sum, { size }) => sum + size, 0);
    },
    forget: async () => void (await caches?.delete(cacheName)),
  };
}
