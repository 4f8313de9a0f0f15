"use client";

import { type ComponentProps, useEffect, useRef } from "react";

/** A box that keeps the focus in it when the focused control is removed. What does so is fetched after the page. */
export function KeptFocus(props: ComponentProps<"div">) {
  const root = useRef<HTMLDivElement>(null);
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
