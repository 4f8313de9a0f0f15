import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The threads in which reports are made, by the names of their code (`<name>.ts` here). */
export const threadNames = ["report-thread", "judge-thread"] as const;
type ThreadName = (typeof threadNames)[number];

/** Where a build has a thread's code, from the folder that the server is started in. */
export function bundledThread(name: ThreadName): string {
  return `.next/${name}.mjs`;
}

/**
 * The code of a thread: of a finished build its bundle, else its source, which Node runs as it is. Found from where the server was
 * started, as the bundle of a route does not know where it stands.
 */
export function threadScript(name: ThreadName): string {
  const bundle = join(process.cwd(), bundledThread(name));
  if (process.env.NODE_ENV === "production" && existsSync(bundle)) return bundle;
  return createRequire(`${process.cwd()}/`).resolve(`#lib/server/reports/${name}.ts`);
}
