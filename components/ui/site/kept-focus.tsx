"use client";

import { type ComponentProps, useRef } from "react";
import { useKeptFocus } from "../focus.ts";

/** A box that keeps the focus in it when the focused control is removed (`useKeptFocus`). */
export function KeptFocus(props: ComponentProps<"div">) {
  const root = useRef<HTMLDivElement>(null);
  useKeptFocus(root);
  return <div ref={root} {...props} />;
}
