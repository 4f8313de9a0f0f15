import { createRequire } from "node:module";

interface Compiled {
  programSize(): number;
  test(text: string): boolean;
}

/**
 * Replaces re2js in the package, where it weighs as much as the report but only lessons with a regular expression need it: it is installed
 * separately. Without it, such a lesson reports that at its line.
 */
export const RE2JS = {
  CASE_INSENSITIVE: 1,
  MULTILINE: 4,
  compile(pattern: string, flags: number): Compiled {
    return installed().compile(pattern, flags);
  },
};

function installed(): typeof RE2JS {
  try {
    return (createRequire(import.meta.url)("re2js") as { readonly RE2JS: typeof RE2JS }).RE2JS;
  } catch (caught) {
    throw new Error("it needs the package re2js beside this one (npm install re2js)", { cause: caught });
  }
}
