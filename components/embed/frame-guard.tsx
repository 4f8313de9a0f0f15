"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from "react";
import { type FramingObjection, framingObjection } from "./framing.ts";

/** Fetched where a page may not be drawn, which no header has seen to. */
const NotInFrame = lazy(async () => ({ default: (await import("./not-in-frame.tsx")).NotInFrame }));

/** Draws its page only where it may stand: alone, or as an embed within somebody's page. */
export function FrameGuard({ children }: { children: ReactNode }) {
  const path = usePathname();
  const query = useSearchParams();
  const [objection, setObjection] = useState<FramingObjection>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew with every address
  useLayoutEffect(() => setObjection(framingObjection(window)), [path, query]);
  return objection ? (
    <Suspense>
      <NotInFrame objection={objection} path={path} />
    </Suspense>
  ) : (
    children
  );
}
