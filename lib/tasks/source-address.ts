import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { projectFolder } from "./install.mjs";

const described = z.object({
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).optional(),
});

/**
 * Where the source of this software can be read: `SKILLGROUND_SOURCE`, or else the repository that `package.json` names.
 * `undefined` where neither says so; then no page and no report links to it.
 * @throws Error when it is no https address
 */
export function sourceAddress(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  packageFile = join(projectFolder, "package.json"),
): string | undefined {
  const named =
    environment.SKILLGROUND_SOURCE ?? described.parse(JSON.parse(readFileSync(packageFile, "utf8"))).repository;
  if (!named) return undefined;
  const address = URL.parse(named.replace(/^git\+/, "").replace(/\.git$/, ""));
  if (address?.protocol !== "https:")
    throw new Error(
      `The source of this software has to be an https address, and “${named}” is none: see SKILLGROUND_SOURCE.`,
    );
  return address.href;
}
