import { packagesFolder } from "#lib/server/packages.ts";

/** The environment is read at each request, not when the site is built. */
export const dynamic = "force-dynamic";

/** Where pages fetch packages for Python from: `{ folder }`, an address or a path of this site; without it where there are none. */
export function GET(): Response {
  const folder = packagesFolder(process.env.SKILLGROUND_PACKAGES);
  return Response.json(folder ? { folder: folder.address } : {}, { headers: { "cache-control": "no-store" } });
}
