import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

export interface StickToBottom {
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether new text scrolls into view by itself. A person who scrolls up turns it off. */
  readonly stuck: boolean;
  readonly onScroll: () => void;
  readonly jump: () => void;
}

/** How close to the end, in pixels, still counts as being there. */
const slack = 40;

/** Keeps the end of growing content in view, unless the person has scrolled away from it. */
export function useStickToBottom(hasMessages: boolean): StickToBottom {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stuckNow = useRef(true);
  const lastTop = useRef(0);
  const [stuck, setStuck] = useState(true);

  const stick = useCallback((on: boolean) => {
    stuckNow.current = on;
    setStuck(on);
  }, []);
  const jump = useCallback(() => {
    stick(true);
    viewport.current?.scrollTo({ top: viewport.current.scrollHeight });
  }, [stick]);
  const onScroll = useCallback(() => {
    const element = viewport.current;
    if (!element) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < slack;
    if (isAtEnd) stick(true);
    // Content that grows also fires scroll events; only an upward one is a person's.
    else if (element.scrollTop < lastTop.current) stick(false);
    lastTop.current = element.scrollTop;
  }, [stick]);

  useEffect(() => {
    // What stands there before the first message is read from its top.
    if (!hasMessages) return;
    const observer = new ResizeObserver(() => {
      if (stuckNow.current) viewport.current?.scrollTo({ top: viewport.current.scrollHeight });
    });
    if (content.current) observer.observe(content.current);
    if (viewport.current) observer.observe(viewport.current);
    return () => observer.disconnect();
  }, [hasMessages]);
  return { viewport, content, stuck, onScroll, jump };
}
