import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { redirectPasted } from "#lib/workspace/opening/redirect-pasted.ts";

/** For paths that do not redirect. */
export const metadata: Metadata = { title: "Page not found" };

/** A repository's address pasted behind this site's own redirects to its lab; any other path is not found. */
export default async function PastedAddress({ params }: { params: Promise<{ address: readonly string[] }> }) {
  const { address } = await params;
  const link = redirectPasted(`/${address.map(decodeURIComponent).join("/")}`);
  if (link === undefined) notFound();
  redirect(link);
}
