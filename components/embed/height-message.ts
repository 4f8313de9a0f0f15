import { type RefObject, useEffect } from "react";

/**
 * All that an embed tells the page around it, which may set the frame's height. The receiver is unknown, so the embed says nothing else and
 * listens to nothing.
 */
export interface HeightMessage {
  readonly type: "skillground:height";
  /** Whole pixels. */
  readonly height: number;
}

/** Most pixels reported: no repository may stretch the host page further. */
const mostPixels = 4000;

export function heightMessage(pixels: number): HeightMessage {
  return { type: "skillground:height", height: Math.min(mostPixels, Math.max(1, Math.ceil(pixels))) };
}

/** Tells the page around the frame how high the card would have to be to show all of its content, first and after every change. */
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
