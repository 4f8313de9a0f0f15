/** A path that a model writes. `segments`: names between slashes. */
const pathLimits = { length: 1024, segments: 64 } as const;

/** Why no tool looks at `path`, as a clause; `undefined` where one may. Asked before anything else is done with a path. */
export function pathRefusal(path: string): string | undefined {
  if (path.length > pathLimits.length) {
    return `the path has ${path.length} characters, more than the ${pathLimits.length} that a path may have`;
  }
  const segments = path.split("/").length;
  return segments > pathLimits.segments
    ? `the path has ${segments} segments, more than the ${pathLimits.segments} that a path may have`
    : undefined;
}

/** What one call of `read_file` returns at most. `tokens`: by estimate. `characters`: of texts with few tokens, such as blanks. */
export const readLimits = { lines: 2000, tokens: 25_000, characters: 150_000 } as const;

/** What one call of `list_files` returns at most. */
export const listLimits = { entries: 500 } as const;

/**
 * Where a search ends, whatever it has found. `fileBytes`: larger files are not searched. `lineLength`: characters of a
 * matching line that are shown. `deadline`: milliseconds.
 */
export const grepLimits = {
  matches: 200,
  bytes: 20 * 1024 * 1024,
  fileBytes: 1024 * 1024,
  lineLength: 300,
  deadline: 5_000,
} as const;

/**
 * What a search takes. `patternLength`: characters. `steps`: what a pattern comes to with its repetitions written out,
 * which each character of a line may go through. `lineLength`: characters of a line that are looked at.
 */
export const searchLimits = { patternLength: 1000, steps: 1000, lineLength: 4000 } as const;
