import { packagesFolder } from "#lib/server/packages.ts";

/** The environment is read at each request, not when the site is built. */
export const dynamic = "force-dynamic";

/** Answers `{ folder }`: the address or site path from which pages fetch Python packages. `folder` is absent where the server has none. */
export function GET(): Response {
  const folder = packagesFolder(process.env.SKILLGROUND_PACKAGES);
  return Response.json(folder ? { folder: folder.address } : {}, { headers: { "cache-control": "no-store" } });
}
