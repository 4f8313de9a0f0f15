/** The prefix of all cache names of builds; everything in them was checked before it was stored. */
export const cachePrefix = "skillground-checked-";

/**
 * What Next requests for a navigation to the lab within an open page. Files that a person chose are passed on in
 * memory, which a newly loaded page does not have.
 */
export const labPayload = "/local/offline?_rsc";

/**
 * Whether files can be opened from this page without a network: the worker has stored what that takes, from the page's
 * own build.
 */
export async function isLabKept(version = process.env.NEXT_PUBLIC_BUILD): Promise<boolean> {
  // Neither exists outside secure contexts.
  if (!version || !globalThis.caches || !navigator.serviceWorker?.controller) return false;
  try {
    // The worker answers with what it stored last. Next rejects another build's answer: it would load the page anew.
    for (const name of (await caches.keys()).filter((name) => name.startsWith(cachePrefix)).reverse()) {
      // It is stored last: a build that is still being fetched, or broke off, has no answer.
      if (await (await caches.open(name)).match(labPayload)) return name.startsWith(`${cachePrefix}${version}-`);
    }
    return false;
  } catch {
    // Refused where the browser stores nothing.
    return false;
  }
}
