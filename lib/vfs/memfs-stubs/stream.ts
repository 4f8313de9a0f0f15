/** memfs derives its file streams from these when it is loaded; a volume opens none. */
export function Readable(): void {
  // Never called.
}

export function Writable(): void {
  // Never called.
}
