import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { projectFolder } from "./install.mjs";

const described = z.object({
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).optional(),
});

/**
 * The address of this software's source: `SKILLGROUND_SOURCE`, or else the repository in `package.json`. `undefined` without either; then
 * no page and no report links to it.
 * @throws Error if it is not an https address
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
