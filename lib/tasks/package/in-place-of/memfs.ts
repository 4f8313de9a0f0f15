/**
 * Replaces the parts of memfs that a volume uses (`lib/vfs/volume.ts`): in the package only a volume reads these files, and memfs with its
 * dependencies is a fifth of the engine. Paths are resolved by the volume, whose index has the folders.
 */
export class Superblock {
  readonly #files = new Map<string, Uint8Array>();

  fromJSON(files: Readonly<Record<string, string>>): void {
    for (const path of Object.keys(files)) this.#files.set(path, new Uint8Array(0));
  }

  getLinkOrThrow(path: string) {
    const node = {
      getBuffer: () => this.#files.get(path) ?? new Uint8Array(0),
      setBuffer: (bytes: Uint8Array) => void this.#files.set(path, bytes.slice()),
    };
    return { getNode: () => node };
  }

  rm(path: string): void {
    for (const known of this.#files.keys())
      if (known === path || known.startsWith(`${path}/`)) this.#files.delete(known);
  }
}
