import { notFound, redirect } from "next/navigation";
import { redirectPasted } from "#lib/workspace/opening/redirect-pasted.ts";

/** Any other path: a repository's address pasted behind ours leads to its link, the rest is not found. */
export default async function PastedAddress({ params }: { params: Promise<{ address: readonly string[] }> }) {
  const { address } = await params;
  const link = redirectPasted(`/${address.map(decodeURIComponent).join("/")}`);
  if (link === undefined) notFound();
  redirect(link);
}
