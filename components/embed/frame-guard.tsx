"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from "react";
import { isEmbedAddress } from "#lib/share/embed-address.ts";
import { type FramingObjection, framingObjection } from "./framing.ts";

// Each is fetched where it is drawn, as other pages do not need it.
const Embed = lazy(async () => ({ default: (await import("./embed.tsx")).Embed }));
const NotInFrame = lazy(async () => ({ default: (await import("./embed.tsx")).NotInFrame }));

/**
 * Draws the page only where it may stand: at top level, or in another site's frame if it is an embed. Response headers keep everything else
 * out of frames; this covers what they cannot see.
 */
export function FrameGuard({ children }: { children: ReactNode }) {
  const path = usePathname();
  const query = useSearchParams().toString();
  const [objection, setObjection] = useState<FramingObjection>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew with every address
  useLayoutEffect(() => setObjection(framingObjection(window)), [path, query]);
  const search = query && `?${query}`;
  if (!objection && !isEmbedAddress(path, search)) return children;
  return (
    <Suspense>
      {objection ? <NotInFrame objection={objection} path={path} /> : <Embed path={path} search={search} />}
    </Suspense>
  );
}
