import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The threads that make reports, by the names of their scripts (`<name>.ts` here). */
export const threadNames = ["report-thread", "judge-thread"] as const;
type ThreadName = (typeof threadNames)[number];

/** A thread's script in a build, relative to the folder in which the server is started. */
export function bundledThread(name: ThreadName): string {
  return `.next/${name}.mjs`;
}

/**
 * The script of a thread: its bundle in a finished build, else its source, which Node runs directly. Found from the
 * server's working folder, as a route's bundle does not know its own location.
 */
export function threadScript(name: ThreadName): string {
  const bundle = join(process.cwd(), bundledThread(name));
  if (process.env.NODE_ENV === "production" && existsSync(bundle)) return bundle;
  return createRequire(`${process.cwd()}/`).resolve(`#lib/server/reports/${name}.ts`);
}

/** What a thread is told of the server's environment, which holds keys: where compiled code is kept, as most of a start from sources is compiling. */
export function threadEnvironment(): Readonly<Record<string, string>> {
  const { NODE_COMPILE_CACHE: kept } = process.env;
  return kept === undefined ? {} : { NODE_COMPILE_CACHE: kept };
}
