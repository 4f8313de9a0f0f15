import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Where a build has the thread's code, from the folder that the server is started in. */
export const bundledThread = ".next/report-thread.mjs";

/**
 * The code of a thread: of a finished build its bundle, else its source, which Node runs as it is. Found from where the server was
 * started, as the bundle of a route does not know where it stands.
 */
export function threadScript(): string {
  const bundle = join(process.cwd(), bundledThread);
  if (process.env.NODE_ENV === "production" && existsSync(bundle)) return bundle;
  return createRequire(`${process.cwd()}/`).resolve("#lib/server/reports/report-thread.ts");
}
