import { openKeptPackages } from "./kept-packages.ts";
import { PackageError } from "./package.ts";
import { createPackages, type Packages } from "./packages.ts";

/** The page's packages, from the address in `SKILLGROUND_PACKAGES`, which the server tells (`GET /api/packages`). */
export function openPackages(): Packages {
  return createPackages({ kept: openKeptPackages(), folder });
}

async function folder(): Promise<string | undefined> {
  const answer = await fetch("/api/packages").catch(() => undefined);
  if (!answer?.ok)
    throw new PackageError(
      "This site did not say where its packages are. Check that you are online, then run it again.",
    );
  const { folder } = Object(await answer.json()) as { readonly folder?: unknown };
  return typeof folder === "string" ? new URL(folder, location.href).href : undefined;
}
