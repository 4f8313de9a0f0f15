/**
 * Replaces the parts of memfs that a volume uses (`lib/vfs/volume.ts`): in the package only a volume reads these files, and memfs with its
 * dependencies is a third of the engine. Paths are resolved by the volume.
 */
export class Volume {
  readonly #files = new Map<string, Uint8Array>();

  /** Folders are in the volume's own index. */
  mkdirSync(): void {
    // A folder needs nothing.
  }

  writeFileSync(path: string, bytes: Uint8Array): void {
    this.#files.set(path, bytes.slice());
  }

  readFileSync(path: string): Uint8Array {
    return this.#files.get(path) ?? new Uint8Array(0);
  }

  rmSync(path: string): void {
    for (const known of this.#files.keys())
      if (known === path || known.startsWith(`${path}/`)) this.#files.delete(known);
  }
}
