/**
 * The packages stored in this browser, in one cache of this site: files by hash, and the list that they were chosen from, so that runs work
 * without a network. The cache's only owner. Browsers without caches (pages not served by https) store nothing.
 */
export interface KeptPackages {
  /** A file by its hash, which the caller checks again. */
  file(sha256: string): Promise<Uint8Array | undefined>;
  hasFile(sha256: string): Promise<boolean>;
  keepFile(sha256: string, bytes: Uint8Array): Promise<void>;
  list(): Promise<KeptList | undefined>;
  keepList(list: KeptList): Promise<void>;
  /** Bytes of everything stored. */
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
      // No space, or no cache in this window: it is fetched again when needed.
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
