"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, Suspense } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { isEmbedAddress } from "#lib/share/embed-address.ts";

/** Fetched where an address asks for it. */
const Embed = fetchedPart(async () => (await import("./embed.tsx")).Embed);

/** What the page's address asks for: the page itself, or one view of its source, within somebody's page. */
export function EmbedOr({ children }: { children: ReactNode }) {
  const path = usePathname();
  const query = useSearchParams().toString();
  const search = query && `?${query}`;
  if (!isEmbedAddress(path, search)) return children;
  return (
    <Suspense>
      <Embed path={path} search={search} />
    </Suspense>
  );
}
