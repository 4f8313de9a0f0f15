/** How long the browser keeps this site's storage, and how full it is. Absent where it does not tell. */
export interface StorageOutlook {
  /** Whether it stays until the person deletes it; otherwise the browser may remove it when space is short. */
  readonly lasting?: boolean;
  /** Bytes. */
  readonly used?: number;
  /** Bytes. */
  readonly available?: number;
}

/**
 * Asks the browser not to remove this site's storage by itself. It may ask the person in turn (Firefox), so it is
 * for the moment when they have made something of their own, never for a mere visit.
 */
export async function askForLastingStorage(): Promise<void> {
  const storage = storageManager();
  if (storage?.persist && !(await storage.persisted())) await storage.persist();
}

export async function storageOutlook(): Promise<StorageOutlook> {
  const storage = storageManager();
  const lasting = await storage?.persisted?.();
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  return {
    ...(lasting !== undefined && { lasting }),
    ...(usage !== undefined && { used: usage }),
    ...(quota !== undefined && { available: quota }),
  };
}

/** Absent outside secure contexts and in old browsers. */
function storageManager(): (Partial<StorageManager> & Pick<StorageManager, "persisted">) | undefined {
  return (globalThis.navigator as { readonly storage?: StorageManager } | undefined)?.storage;
}
