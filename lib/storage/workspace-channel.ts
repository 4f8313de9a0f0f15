/** Messages between the tabs that have one workspace open. */
export type TabMessage =
  /** The writing tab has saved something. */
  | "saved"
  /** A tab asks to become the writing one. */
  | "wanted"
  /** The writing tab saves what it has before it yields. */
  | "saving"
  /** The tab that was writing has saved everything and writes no more. */
  | "yielded"
  | "removed";

export interface WorkspaceChannel {
  /** Sends a message to all other tabs. */
  post(message: TabMessage): void;
  /** Calls `listener` for each such message from another tab, until the channel is closed. */
  on(message: TabMessage, listener: () => void): void;
  close(): void;
}

const silent: WorkspaceChannel = { post: () => undefined, on: () => undefined, close: () => undefined };

/** The channel between the tabs of one workspace. In a browser without broadcast channels, no message ever arrives. */
export function openChannel(workspaceId: string): WorkspaceChannel {
  if (typeof BroadcastChannel === "undefined") return silent;
  const channel = new BroadcastChannel(`skillground:${workspaceId}`);
  return {
    post: (message) => channel.postMessage(message),
    on: (message, listener) => channel.addEventListener("message", ({ data }) => data === message && listener()),
    close: () => channel.close(),
  };
}
