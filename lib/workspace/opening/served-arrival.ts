import { openServedFolder } from "#lib/upload/served-folder.ts";
import { type Arrival, announceArrival } from "./arrival.ts";

/** The key in the tab's session storage under which the token of a workspace's folder is: a reload follows it again. */
const tokenKey = (path: string) => `served folder ${path}`;

/**
 * Opens the folder that this page's server shows, in the workspace that is this folder's in this browser.
 * @returns its address
 * @throws FailureError `upload-unreadable` where the server shows none to who has this token
 */
export async function arriveAtServed(token: string): Promise<string> {
  const folder = await openServedFolder(token);
  const path = `/local/served-${folder.id}`;
  try {
    sessionStorage.setItem(tokenKey(path), token);
  } catch {
    // A browser that keeps nothing follows the folder until the page is loaded again.
  }
  announceArrival({ path, own: true, incoming: { kind: "live", folder } });
  return path;
}

/** How the person came to a served folder's workspace in this tab before; `undefined` where they did not, or where it is not shown any more. */
export async function arrivalAgain(path: string): Promise<Arrival | undefined> {
  const token = tokenOf(path);
  if (token === null) return undefined;
  const folder = await openServedFolder(token).catch(() => undefined);
  return folder && { path, own: true, incoming: { kind: "live", folder } };
}

function tokenOf(path: string): string | null {
  try {
    return path.startsWith("/local/served-") ? sessionStorage.getItem(tokenKey(path)) : null;
  } catch {
    return null;
  }
}
