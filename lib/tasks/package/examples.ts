import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../install.mjs";

/** A program of the documentation. */
export interface Example {
  /** Where it stands, as a file's name. */
  readonly name: string;
  readonly code: string;
}

const sources = ["README.md", "library.ts"];

/** Every example of the library's README and docstrings: the blocks of TypeScript in them. */
export function libraryExamples(): readonly Example[] {
  return sources.flatMap((source) => {
    const text = readFileSync(join(projectFolder, "lib/library", source), "utf8").replace(/^ \* ?/gm, "");
    return Array.from(text.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = ""], at) => ({
      name: `${source.replace(/\W/g, "-")}-${at + 1}`,
      code,
    }));
  });
}
