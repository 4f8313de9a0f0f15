import type { WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import type { Incoming } from "#lib/workspace/mounts/fetch-source.ts";
import type { Loss } from "#lib/workspace/state.ts";

/** What a person did in this page to get to a workspace's address. */
export interface Arrival {
  /** The address they are sent to, without its query. */
  readonly path: string;
  /** Their own action: nothing has to be shown and asked before it is opened. */
  readonly own: true;
  /** What they gave: files and text are nowhere else, and a source may carry a note. */
  readonly incoming?: Incoming;
  /** A whole workspace, read from a file. */
  readonly contents?: WorkspaceContents;
  /** What of that could not be read. */
  readonly losses?: readonly Loss[];
}

// Picked files cannot be written into an address, and an address alone must not tell an own action from
// a followed link. So both stay in memory from the click to the workbench, and no longer.
let announced: Arrival | undefined;

/** Remembers how a person is about to come to `arrival.path`. */
export function announceArrival(arrival: Arrival): void {
  announced = arrival;
}

/** Where the tab keeps what its person has opened, one entry an address. */
const openedKey = (address: string) => `opened ${address}`;

/** Notes that its person has opened an address themselves, for as long as the tab lives: a reload must not ask them again. */
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
    return false; // As above.
  }
}

/** What was announced for `path`, once; `undefined` when the address was opened in any other way. */
export function takeArrival(path: string): Arrival | undefined {
  const arrival = announced?.path === path ? announced : undefined;
  announced = undefined;
  return arrival;
}
