import { type NextRequest, NextResponse } from "next/server";
import { pagePolicy } from "#lib/server/policy.ts";
import { embedHeader, isEmbedAddress } from "#lib/share/embed-address.ts";
import { parseLinkQuery } from "#lib/share/link-query.ts";

/**
 * Gives every page its content security policy with a nonce. Next reads the nonce from the request's header and puts it on the scripts it
 * writes, so pages must be rendered per request. The headers that never vary are in `next.config.mjs`. Embeds, and no other pages, may be
 * framed.
 */
export function proxy(request: NextRequest): NextResponse {
  // Next crashes on an address that it cannot decode.
  const { pathname, search } = request.nextUrl;
  if (!isDecodable(pathname)) return NextResponse.redirect(new URL("/not-a-link", request.url));
  const isEmbed = isEmbedAddress(pathname, search);
  const policy = pagePolicy({
    nonce: crypto.randomUUID(),
    development: process.env.NODE_ENV === "development",
    connect: process.env.SKILLGROUND_CONNECT,
    packages: process.env.SKILLGROUND_PACKAGES,
    ...(isEmbed && { embed: { within: process.env.SKILLGROUND_EMBED } }),
  });
  const headers = new Headers(request.headers);
  headers.delete(embedHeader);
  if (isEmbed) headers.set(embedHeader, parseLinkQuery(search).theme ?? "auto");
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function isDecodable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== "";
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

// By folder, never by file extension: `/gh/vercel/next.js` is a page. The one file is the service worker, which has a policy of its own, as
// do the thread of a downloaded model, the page of a diagram and the frame of scripts.
export const config = {
  matcher:
    "/((?!api/|badge/|og/|_next/static/|_next/image|samples/|model-engine/|diagram/|run/|service-worker\\.js$).*)",
};
