import type { Incoming } from "#lib/fetching/incoming.ts";
import type { Loss } from "#lib/state/state.ts";
import type { WorkspaceContents } from "#lib/storage/storage-shapes.ts";

/** How a person got to a workspace's address from within this page. */
export interface Arrival {
  /** The address that is opened, without its query. */
  readonly path: string;
  /** The person's own action: nothing has to be shown and confirmed before it is opened. */
  readonly own: true;
  /** Content that the address cannot express: files, text, or a source with a note. */
  readonly incoming?: Incoming;
  /** The file to open first, by its path in that content. */
  readonly shows?: string;
  /** A whole workspace, read from a file. */
  readonly contents?: WorkspaceContents;
  /** Parts of that workspace that could not be read. */
  readonly losses?: readonly Loss[];
}

/** An address being opened, and how its person got there. */
export interface Visit {
  /** The address's path: a link of `lib/share/link.ts`, or `/local/<id>`. Also the workspace's id. */
  readonly path: string;
  /** The address's query, with its `?`. */
  readonly search: string;
  /** The address's fragment, with its `#`. */
  readonly fragment?: string;
  /**
   * Whether the person asked for this source in this page, so that no sheet need ask again. Where absent, the tab's own
   * notes decide.
   */
  readonly own?: boolean;
  /** Files that only this page has. */
  readonly incoming?: Incoming;
  /** The file to open first, by its path in `incoming`. */
  readonly shows?: string;
  /** A whole workspace that only this page has. */
  readonly contents?: WorkspaceContents;
  /** Parts of that workspace that could not be read. */
  readonly losses?: readonly Loss[];
}

// Picked files cannot be written into an address, and an address must not be able to claim that its visitor asked for
// what it names. So both are passed on in memory, for the one navigation from the click to the workbench.
let announced: Arrival | undefined;

/** Remembers how a person is about to get to `arrival.path`. */
export function announceArrival(arrival: Arrival): void {
  announced = arrival;
}

/** The key in the tab's session storage that marks an address as opened by the person. */
const openedKey = (address: string) => `opened ${address}`;

/**
 * Records that the person has opened an address themselves, for the lifetime of the tab: a reload must not ask again.
 */
export function noteOpened(address: string): void {
  try {
    sessionStorage.setItem(openedKey(address), "");
  } catch {
    // Without storage, the sheet asks again.
  }
}

/** Whether the person has opened this address in this tab before, or agreed to what its link brings. */
export function wasOpened(address: string): boolean {
  try {
    return sessionStorage.getItem(openedKey(address)) !== null;
  } catch {
    return false; // Without storage, nothing was recorded.
  }
}

/** The arrival announced for `path`, returned only once; `undefined` when the address was opened in any other way. */
export function takeArrival(path: string): Arrival | undefined {
  const arrival = announced?.path === path ? announced : undefined;
  announced = undefined;
  return arrival;
}
