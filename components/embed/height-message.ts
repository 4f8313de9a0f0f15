import { type RefObject, useEffect } from "react";

/**
 * All that an embed tells the page around it, which may make the frame as high: nobody knows who that is, so it says nothing else, and
 * it listens to nothing.
 */
export interface HeightMessage {
  readonly type: "skillground:height";
  /** Pixels, whole. */
  readonly height: number;
}

/** No page is to be stretched further than this, whatever a repository holds. */
const mostPixels = 4000;

export function heightMessage(pixels: number): HeightMessage {
  return { type: "skillground:height", height: Math.min(mostPixels, Math.max(1, Math.ceil(pixels))) };
}

/** Tells the page around the frame how high the element is, at first and whenever that changes. */
export function useHeightMessages(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const shown = element.current;
    if (window.parent === window || !shown) return;
    let last = 0;
    const observer = new ResizeObserver(() => {
      const message = heightMessage(shown.getBoundingClientRect().height);
      if (message.height === last) return;
      last = message.height;
      window.parent.postMessage(message, "*");
    });
    observer.observe(shown);
    return () => observer.disconnect();
  }, [element]);
}
