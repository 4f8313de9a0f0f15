/** What the names of all caches of builds begin with; all in them was looked at before it was kept. */
export const cachePrefix = "skillground-checked-";

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
    for (const name of (await caches.keys()).filter((name) => name.startsWith(cachePrefix)).reverse()) {
      // It is kept last of all: of a build that is still fetched, or that broke off, nothing is answered.
      if (await (await caches.open(name)).match(labPayload)) return name.startsWith(`${cachePrefix}${version}-`);
    }
    return false;
  } catch {
    // Refused where the browser keeps nothing.
    return false;
  }
}
