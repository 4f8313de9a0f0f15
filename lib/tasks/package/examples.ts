import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../install.mjs";
import { keptReference } from "./reference.ts";

/** A program in the documentation. */
export interface Example {
  /** Its subject, as a file name. */
  readonly name: string;
  readonly code: string;
  /** The lines that it prints, from its own comments: `console.log(2 + 2); // 4`. */
  readonly prints: readonly string[];
}

/** All documented examples: those of the package's README, and those of the reference. */
export function libraryExamples(): readonly Example[] {
  const readme = readFileSync(join(projectFolder, "lib/library/README.md"), "utf8");
  const inReadme = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = ""]) => ({ name: "README", code }));
  const entries = keptReference().doors.flatMap((door) => door.entries);
  const inReference = entries.flatMap(({ name, examples }) => examples.map((code) => ({ name, code })));
  return [...inReadme, ...inReference].map(({ name, code }, at) => ({
    name: `${name}-${at + 1}`,
    code,
    prints: Array.from(code.matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm), ([, line = ""]) => line),
  }));
}
