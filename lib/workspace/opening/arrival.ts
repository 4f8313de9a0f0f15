import type { Loss } from "#lib/state/state.ts";
import type { WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import type { Incoming } from "#lib/workspace/sources/fetch-source.ts";

/** What a person did in this page to get to a workspace's address. */
export interface Arrival {
  /** The address they are sent to, without its query. */
  readonly path: string;
  /** Their own action: nothing has to be shown and asked before it is opened. */
  readonly own: true;
  /** What they gave, where the address cannot say it: files, text, or a source with a note. */
  readonly incoming?: Incoming;
  /** The file of what they gave that is opened first, by its path in there. */
  readonly shows?: string;
  /** A whole workspace, read from a file. */
  readonly contents?: WorkspaceContents;
  /** Parts of it that could not be read. */
  readonly losses?: readonly Loss[];
}

/** An address being opened, and how its person came to it. */
export interface Visit {
  /** The address's path: a link of `lib/share/link.ts`, or `/local/<id>`. Also the workspace's id. */
  readonly path: string;
  /** The address's query, with its `?`. */
  readonly search: string;
  /** What stands behind it, with its `#`. */
  readonly fragment?: string;
  /** Whether the person asked for this source in this page, so that no sheet need ask again. Where absent, the tab's own notes tell. */
  readonly own?: boolean;
  /** Files that only this page has. */
  readonly incoming?: Incoming;
  /** The file of what they gave that is opened first, by its path in there. */
  readonly shows?: string;
  /** A whole workspace that only this page has. */
  readonly contents?: WorkspaceContents;
  /** Parts of it that could not be read. */
  readonly losses?: readonly Loss[];
}

// Picked files cannot be written into an address, and an address must not be able to claim that its visitor asked for
// what it names. So both are handed over in memory, from the click to the workbench, and no longer.
let announced: Arrival | undefined;

/** Remembers how a person is about to come to `arrival.path`. */
export function announceArrival(arrival: Arrival): void {
  announced = arrival;
}

/** The key in the tab's session storage that marks an address as opened by the person. */
const openedKey = (address: string) => `opened ${address}`;

/** Notes that the person has opened an address themselves, for as long as the tab lives: a reload must not ask again. */
export function noteOpened(address: string): void {
  try {
    sessionStorage.setItem(openedKey(address), "");
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** Whether the person has opened this address in this tab before, or agreed to what its link brings. */
export function wasOpened(address: string): boolean {
  try {
    return sessionStorage.getItem(openedKey(address)) !== null;
  } catch {
    return false; // A browser that keeps nothing has not been told either.
  }
}

/** What was announced for `path`, once; `undefined` when the address was opened in any other way. */
export function takeArrival(path: string): Arrival | undefined {
  const arrival = announced?.path === path ? announced : undefined;
  announced = undefined;
  return arrival;
}
