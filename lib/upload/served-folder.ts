import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import type { ServedFolder } from "./pick.ts";

const listing = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  name: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.number(), modified: z.number() })),
  isCut: z.boolean(),
});
type Listing = z.infer<typeof listing>;

const tokenHeader = "x-skillground-folder";

/**
 * The folder that this page's server serves to whoever has its token.
 * @throws FailureError `upload-unreadable` where it serves none, or not to this page; `too-many-files`
 */
export async function openServedFolder(token: string): Promise<ServedFolder> {
  const ask = (path: string, signal?: AbortSignal) =>
    fetch(`/api/folder${path}`, { headers: { [tokenHeader]: token }, cache: "no-store", ...(signal && { signal }) });
  const list = async (): Promise<Listing> => {
    const read = await listed(ask);
    if (read.isCut) throw new FailureError({ code: "too-many-files", limit: mountLimits.files });
    return read;
  };
  const first = await list();
  let latest: Listing | undefined = first;
  const permission = async (): Promise<PermissionState> => {
    // The server may have ended: the folder is read again once it is back.
    latest = await list().catch(nothing);
    return latest ? "granted" : "prompt";
  };
  async function* entries() {
    const { files } = latest ?? (await list());
    latest = undefined;
    yield* childrenOf(new Map(files.map((file) => [file.path, file])), ask);
  }
  const folder: Partial<Omit<ServedFolder, "entries">> & { entries(): AsyncGenerator<[string, FileSystemHandle]> } = {
    id: first.id,
    name: first.name,
    kind: "directory",
    queryPermission: permission,
    requestPermission: permission,
    entries,
    follow: (onChange, signal) => follow(() => answered("the folder", ask("/changes", signal)), onChange, signal),
  };
  // Methods of a handle that nobody calls on a read-only folder are missing.
  return folder as unknown as ServedFolder;
}

/** Milliseconds until an ended connection is made again. */
const patience = 3000;

async function follow(connect: () => Promise<Response>, onChange: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Each chunk says that something has changed, and nothing else.
    const reader = (await connect().catch(nothing))?.body?.getReader();
    while (reader && !(await reader.read().catch(ended)).done) onChange();
    await new Promise((resolve) => setTimeout(resolve, patience));
  }
}

function nothing(): undefined {
  return undefined;
}

function ended(): { readonly done: true } {
  return { done: true };
}

type Ask = (path: string) => Promise<Response>;
type ListedFile = Listing["files"][number];

/** The entries of one folder of the tree, as handles; handles of the folders below use the same list. */
function* childrenOf(files: ReadonlyMap<string, ListedFile>, ask: Ask): Generator<[string, FileSystemHandle]> {
  const below = new Map<string, Map<string, ListedFile>>();
  for (const [path, file] of files) {
    const slash = path.indexOf("/");
    const name = slash < 0 ? path : path.slice(0, slash);
    if (slash < 0) yield [name, fileHandle(name, file, ask)];
    else {
      const inner = below.get(name) ?? new Map<string, ListedFile>();
      below.set(name, inner.set(path.slice(slash + 1), file));
    }
  }
  for (const [name, inner] of below) {
    async function* entries() {
      yield* childrenOf(inner, ask);
    }
    yield [name, { kind: "directory", name, entries } as unknown as FileSystemHandle];
  }
}

function fileHandle(name: string, { path, size, modified }: ListedFile, ask: Ask): FileSystemHandle {
  const arrayBuffer = async () => {
    const asking = ask(`/file?path=${encodeURIComponent(path)}`);
    const isRefused = (await asking.catch(nothing))?.status === 404;
    // As a browser says of a file that is no longer there. One that is may not be read.
    if (isRefused && !(await listed(ask)).files.some((each) => each.path === path))
      throw new DOMException(path, "NotFoundError");
    return (await answered(path, asking)).arrayBuffer();
  };
  const getFile = async () => ({ name, size, lastModified: modified, arrayBuffer });
  return { kind: "file", name, getFile } as unknown as FileSystemHandle;
}

async function listed(ask: Ask): Promise<Listing> {
  return listing.parse(await (await answered("the folder", ask(""))).json());
}

async function answered(path: string, asking: Promise<Response>): Promise<Response> {
  const response = await asking.catch((cause: unknown) => {
    throw new FailureError({ code: "upload-unreadable", path }, { cause });
  });
  if (!response.ok) throw new FailureError({ code: "upload-unreadable", path });
  return response;
}
