/** The worker's message to open pages when it takes over. */
interface BuildMessage {
  readonly kind: "build";
  readonly version: string;
}

/**
 * Milliseconds after the page has loaded: what the person came for goes first. A person who leaves after a few seconds
 * still gets the lab stored, as the worker continues when the page is closed.
 */
const delay = 1000;
/** Milliseconds between two checks for a newer build. */
const lookInterval = 30 * 60_000;

/**
 * Lets the browser store the build of this page once the page has loaded and the browser is idle, and calls `onNewer`
 * when it has stored another one since. Does nothing in development, in a frame, with "save data", and in a browser
 * without service workers. Returns a function that ends this.
 */
export function keepOffline(onNewer: () => void): () => void {
  // Set only by `lib/tasks/build.ts`.
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

/** Registers the worker, and checks for a newer one when the person returns to the page. */
async function register(serviceWorker: ServiceWorkerContainer, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  // Refused where the browser stores nothing; the page works without it.
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
