"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { type FramingObjection, framingObjection } from "./framing.ts";

/** Draws its page only where it may stand: alone, or as an embed within somebody's page. */
export function FrameGuard({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const [objection, setObjection] = useState<FramingObjection>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew with every address
  useLayoutEffect(() => setObjection(framingObjection(window)), [pathname, query]);
  if (!objection) return children;
  return (
    <main className="message">
      <h1>Not in a frame</h1>
      <p>
        {objection === "within-an-embed"
          ? "An embed of Skillground does not open within another one. Nothing was loaded."
          : "Within another page Skillground shows what was made for that, and nothing else: on this page a click could be stolen."}
      </p>
      <a href={pathname} target="_blank" rel="noopener">
        Open it in a tab of its own
      </a>
    </main>
  );
}
