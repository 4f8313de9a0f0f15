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

/** Tells the page around the frame how high the card would be that shows all of its content, at first and whenever that changes. */
export function useHeightMessages(card: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [whole, inner] = [card.current, content.current];
    const seen = inner?.parentElement;
    if (window.parent === window || !whole || !inner || !seen) return;
    let last = 0;
    const tell = () => {
      const message = heightMessage(whole.offsetHeight - seen.clientHeight + inner.offsetHeight);
      if (message.height === last) return;
      last = message.height;
      window.parent.postMessage(message, "*");
    };
    const observer = new ResizeObserver(tell);
    observer.observe(whole);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [card, content]);
}
