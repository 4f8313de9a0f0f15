/**
 * What a volume uses of memfs (`lib/vfs/volume.ts`), in the package: there nothing but a volume reads these files, and memfs with all that
 * it loads is a third of the engine. Paths are those that the volume has resolved.
 */
export class Volume {
  readonly #files = new Map<string, Uint8Array>();

  /** Folders stand in the volume's own index. */
  mkdirSync(): void {
    // Nothing is to be done for one.
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
