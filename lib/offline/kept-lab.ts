/** What the names of all caches of builds begin with. */
export const cachePrefix = "skillground-build-";

/**
 * What Next asks for to go to the lab without leaving the page. Files that a person chose are handed over in memory, which a
 * page that is loaded anew has not.
 */
export const labPayload = "/local/offline?_rsc";

/** Whether files can be opened from this page without a network: the worker has what it takes, of the page's own build. */
export async function isLabKept(version = process.env.NEXT_PUBLIC_BUILD): Promise<boolean> {
  // Neither is there outside secure contexts.
  if (!version || !globalThis.caches || !navigator.serviceWorker?.controller) return false;
  try {
    // The worker answers with what it kept last. Next takes no other build's answer: it would load the page anew.
    const newest = (await caches.keys()).filter((name) => name.startsWith(cachePrefix)).at(-1);
    if (!newest?.startsWith(`${cachePrefix}${version}-`)) return false;
    return (await (await caches.open(newest)).match(labPayload)) !== undefined;
  } catch {
    // Refused where the browser keeps nothing.
    return false;
  }
}
