import type { WorkspaceChannel } from "./workspace-channel.ts";

/** The right to write one workspace, held by one tab at a time. */
export interface WriterLock {
  /** Whether this tab writes, once that is decided. */
  readonly first: Promise<boolean>;
  /** Makes this tab the writing one, once the other has saved its changes. One that does not answer is not waited for. */
  takeOver(): Promise<void>;
  /**
   * Gives up the right and takes part no more. Unsaved changes are saved first, so that the next tab begins with them;
   * resolves then. This tab may save nothing after that.
   */
  giveBack(): Promise<void>;
}

export interface WriterLockOptions {
  readonly workspaceId: string;
  readonly channel: WorkspaceChannel;
  /** Called in the writing tab when another wants to write, and when the tab is closed: saves what is not saved yet. */
  readonly flush: () => Promise<void>;
  /** Called at every change after `first`, until the right is given back. */
  readonly onChange: (writes: boolean) => void;
}

/**
 * Milliseconds until a lock that is not granted counts as another tab's. A free one is granted at once, but a page that
 * was just left or reloaded may hold it a moment longer.
 */
const grace = 200;
/** Milliseconds within which the writing tab has to say that it saves or has saved; it may hang, or sleep in the background. */
const patience = 1000;
/** Milliseconds after which a tab that is still saving is waited for no longer. */
const mostPatience = 10_000;
/** Milliseconds between questions whether it still saves. It answers them, as a tab in the background has slow clocks. */
const asking = 300;
/** Milliseconds after which a tab that yielded resumes writing, because the one that asked has gone away. */
const yielding = 3000;

/**
 * Takes part in the decision which tab writes a workspace. First it is the first one, by a Web Lock; when that is
 * closed, the one that has waited longest; or the one whose person takes over. Where Web Locks are missing, or the
 * browser refuses them along with all storage, this tab counts as the only one.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: long, as each step reads and changes the same four variables, which nothing else may see
export function claimWriting(options: WriterLockOptions): WriterLock {
  const { workspaceId, channel, flush } = options;
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return { first: Promise.resolve(true), takeOver: async () => undefined, giveBack: flush };

  const name = `skillground:${workspaceId}`;
  const role = createRole(options.onChange);
  let waiting = new AbortController();
  let steals = false;
  let release: (() => void) | undefined;
  let isOver = false;
  let isYielding = false;

  async function hold(): Promise<void> {
    // The lock may be granted after this tab has given up.
    if (isOver) return;
    role.set(true);
    return new Promise((resolve) => {
      release = resolve;
    });
  }
  /** Requests the lock, and again whenever it was given back or taken away, until this tab takes part no more. */
  async function requestLock(manager: LockManager): Promise<void> {
    while (!isOver) {
      waiting = new AbortController();
      const request: LockOptions = steals ? { steal: true } : { signal: waiting.signal };
      steals = false;
      await manager.request(name, request, hold).catch(ignoreAbort);
      release = undefined;
      if (!isOver) role.set(false);
    }
  }
  /** Yields to another tab: saves, and writes no more until it is known whether that tab takes the lock. */
  async function yieldLock(): Promise<void> {
    const held = release;
    if (!held) return;
    channel.post("saving");
    if (isYielding) return;
    isYielding = true;
    await flush().finally(() => {
      isYielding = false;
    });
    // The lock may have been taken meanwhile, or is being given back.
    if (release !== held || isOver) return;
    role.set(false);
    channel.post("yielded");
    setTimeout(() => release === held && role.set(true), yielding);
  }

  channel.on("wanted", () => void yieldLock());
  /** Lets the page open without the right to write where the lock is not granted within `grace`. */
  async function giveWay(manager: LockManager): Promise<void> {
    // A busy page may have been granted the lock without noticing; the grant arrives before the answer to this query.
    const { held = [] } = await manager.query();
    if (!role.isKnown() && held.some((lock) => lock.name === name)) role.set(false);
  }
  const goOnAlone = (caught: unknown) => {
    if (!(caught instanceof DOMException) || caught.name !== "SecurityError") throw caught;
    role.set(true);
  };
  setTimeout(() => role.isKnown() || void giveWay(locks).catch(goOnAlone), grace);
  const requests = requestLock(locks).catch(goOnAlone);
  return {
    first: role.first,
    async takeOver() {
      const isWanted = () => !isOver && !release;
      if (isWanted()) await answered(channel, isWanted);
      // It may have been granted meanwhile: what is stolen then is taken back from whoever takes over next.
      if (!isWanted()) return;
      steals = true;
      waiting.abort();
    },
    async giveBack() {
      isOver = true;
      waiting.abort();
      await flush();
      release?.();
      await requests;
    },
  };
}

function createRole(onChange: (writes: boolean) => void) {
  let current: boolean | undefined;
  const { promise: first, resolve } = Promise.withResolvers<boolean>();
  return {
    first,
    isKnown: () => current !== undefined,
    set(writes: boolean): void {
      if (current === writes) return;
      const isFirst = current === undefined;
      current = writes;
      if (isFirst) resolve(writes);
      else onChange(writes);
    },
  };
}

/** Asks the writing tab to yield; resolves when it has, or is silent, or takes too long, or the right is not wanted any more. */
function answered(channel: WorkspaceChannel, isWanted: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(silence);
      clearTimeout(most);
      clearInterval(asks);
      resolve();
    };
    let silence = setTimeout(end, patience);
    const most = setTimeout(end, mostPatience);
    const asks = setInterval(() => (isWanted() ? channel.post("wanted") : end()), asking);
    channel.on("yielded", end);
    channel.on("saving", () => {
      clearTimeout(silence);
      silence = setTimeout(end, patience);
    });
    channel.post("wanted");
  });
}

/** Ignores the error with which a stolen lock and an abandoned wait both end. */
function ignoreAbort(caught: unknown): void {
  if (!(caught instanceof DOMException) || caught.name !== "AbortError") throw caught;
}
