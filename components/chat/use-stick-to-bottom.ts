import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Which part of the growing content is kept in view. */
type Follows =
  /** The last message and the beginning of its answer; the rest of the answer grows below the edge. */
  | "turn"
  /** The end of the content. */
  | "end"
  /** Nothing: the person has scrolled up. */
  | "none";

export interface StickToBottom {
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether there is content below the viewport. */
  readonly isBehind: boolean;
  readonly onScroll: () => void;
  /** Scrolls to the end and follows it from then on. */
  readonly jump: () => void;
  /** Follows the turn that begins now. */
  readonly beginTurn: () => void;
}

/** Distance to the end, in pixels, that still counts as being at the end. */
const slack = 40;

/**
 * Keeps the end of growing content in view, as long as the beginning of the turn stays in view too: the top of an answer tells how it came
 * about. A person who scrolls up is left there; one who scrolls to the end follows it.
 * @param isAsked whether the end needs the person's attention: a question, or a failure
 */
export function useStickToBottom(hasMessages: boolean, isAsked: boolean): StickToBottom {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef<Follows>("end");
  const lastTop = useRef(0);
  const [isBehind, setBehind] = useState(false);

  const follow = useCallback(() => {
    const element = viewport.current;
    if (!element) return;
    if (follows.current !== "none") element.scrollTo({ top: placeOf(follows.current, element, content.current) });
    lastTop.current = element.scrollTop;
    setBehind(distanceToEnd(element) >= slack);
  }, []);
  const jump = useCallback(() => {
    follows.current = "end";
    follow();
  }, [follow]);
  const beginTurn = useCallback(() => {
    // Nothing to scroll to yet: the message about to be sent makes the content grow.
    follows.current = "turn";
  }, []);
  const onScroll = useCallback(() => {
    const element = viewport.current;
    if (!element) return;
    const isAtEnd = distanceToEnd(element) < slack;
    setBehind(!isAtEnd);
    // Growing content also fires scroll events. An upward scroll is a person's; a scroll beyond what is kept in view is too.
    if (!isAtEnd && element.scrollTop < lastTop.current) follows.current = "none";
    else if (isAtEnd && element.scrollTop > placeOf("turn", element, content.current) + slack) follows.current = "end";
    else if (isAtEnd && follows.current === "none") follows.current = "turn";
    lastTop.current = element.scrollTop;
  }, []);

  useEffect(() => {
    // An empty conversation shows its introduction from the top.
    if (!hasMessages) return;
    const observer = new ResizeObserver(follow);
    if (content.current) observer.observe(content.current);
    if (viewport.current) observer.observe(viewport.current);
    return () => observer.disconnect();
  }, [hasMessages, follow]);
  useEffect(() => {
    if (isAsked && follows.current !== "none") jump();
  }, [isAsked, jump]);
  return { viewport, content, isBehind, onScroll, jump, beginTurn };
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

/** Space above the beginning of a turn, in pixels. */
const margin = 14;

function placeOf(follows: "turn" | "end", viewport: HTMLElement, content: HTMLElement | null): number {
  const end = viewport.scrollHeight - viewport.clientHeight;
  const turns = content?.querySelectorAll("[data-turn]");
  const turn = turns?.item(turns.length - 1);
  if (follows === "end" || !turn) return end;
  const top = turn.getBoundingClientRect().top - viewport.getBoundingClientRect().top + viewport.scrollTop;
  return Math.max(0, Math.min(end, top - margin));
}
