"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { useIsFirstPage } from "./use-is-first-page.ts";

/**
 * A box that keeps the focus in it when the focused control is removed. What does so is fetched after the page. Where another page has led
 * here without a reload, whose focus is gone with it, the content has it, as after *Skip to content*.
 */
export function KeptFocus(props: ComponentProps<"div">) {
  const root = useRef<HTMLDivElement>(null);
  const isFirst = useIsFirstPage();
  useEffect(() => {
    if (isFirst || document.activeElement !== document.body) return;
    root.current?.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
  }, [isFirst]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    void import("../focus.ts").then(
      ({ keepFocus }) => {
        if (root.current && !isOver) stop = keepFocus(root.current);
      },
      // Without a network the page works on without it.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
  return <div ref={root} {...props} />;
}
