import { openServedFolder } from "#lib/upload/served-folder.ts";
import { type Arrival, announceArrival } from "./arrival.ts";

/** The session storage key of a folder workspace's token, with which a reload follows the folder again. */
const tokenKey = (path: string) => `served folder ${path}`;

/**
 * Opens the folder that this page's server serves, in the workspace that belongs to this folder in this browser.
 * @returns its address
 * @throws FailureError `upload-unreadable` where the server serves none for this token
 */
export async function arriveAtServed(token: string): Promise<string> {
  const folder = await openServedFolder(token);
  const path = `/local/served-${folder.id}`;
  try {
    sessionStorage.setItem(tokenKey(path), token);
  } catch {
    // Without storage, the folder is followed only until the page is reloaded.
  }
  announceArrival({ path, own: true, incoming: { kind: "live", folder } });
  return path;
}

/**
 * The earlier arrival at a served folder's workspace in this tab; `undefined` where there was none, or the folder is no
 * longer served.
 */
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
