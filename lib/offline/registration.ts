/** What the worker tells open pages when it takes over. */
interface BuildMessage {
  readonly kind: "build";
  readonly version: string;
}

/**
 * In milliseconds from the page's end of loading: what a person came for goes first, and who leaves after a few seconds has the lab kept, too,
 * as the worker goes on when the page is closed.
 */
const delay = 1000;
/** In milliseconds, between two looks for a newer build. */
const lookInterval = 30 * 60_000;

/**
 * Has the browser keep the build of this page, when the page stands and the browser is idle, and calls `onNewer` when it has
 * kept another one since. Does nothing where that is not wanted: in development, in a frame, with "save data", and in a browser
 * that has no service workers. Returns what ends it.
 */
export function keepOffline(onNewer: () => void): () => void {
  // Set by `lib/tasks/build.ts`, and in no other way of running the application.
  const version = process.env.NEXT_PUBLIC_BUILD;
  if (!version || !("serviceWorker" in navigator) || window.top !== window || savesData()) return () => undefined;
  const { serviceWorker } = navigator;
  const end = new AbortController();
  const listening = { signal: end.signal };
  serviceWorker.addEventListener(
    "message",
    ({ data }: MessageEvent<BuildMessage | undefined>) => {
      if (data?.kind === "build" && data.version !== version) onNewer();
    },
    listening,
  );
  const start = () => void register(serviceWorker, end.signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(
      () => ("requestIdleCallback" in window ? requestIdleCallback(start, { timeout: delay }) : start()),
      delay,
    );
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, listening);
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}

/** Registers the worker, and looks for a newer one when the person comes back to the page. */
async function register(serviceWorker: ServiceWorkerContainer, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  // Refused where the browser keeps nothing; the page works without it.
  const registration = await serviceWorker.register("/service-worker.js").catch(() => undefined);
  let lookedAt = Date.now();
  const look = () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < lookInterval) return;
    lookedAt = Date.now();
    // Without a network there is nothing newer.
    void registration?.update().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", look, { signal });
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
