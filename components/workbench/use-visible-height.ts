import { useSyncExternalStore } from "react";

/**
 * The height in pixels that an on-screen keyboard leaves, where the browser lays it over the page
 * (Safari) and does not shrink the page for it; `undefined` while there is none.
 */
export function useVisibleHeight(): number | undefined {
  return useSyncExternalStore(onResize, visibleHeight);
}

function visibleHeight(): number | undefined {
  const viewport = window.visualViewport;
  // Zooming in shrinks it too, and must leave the layout alone.
  if (viewport?.scale !== 1) return undefined;
  return viewport.height < window.innerHeight - 1 ? Math.round(viewport.height) : undefined;
}

function onResize(listener: () => void): () => void {
  window.visualViewport?.addEventListener("resize", listener);
  return () => window.visualViewport?.removeEventListener("resize", listener);
}
