/** The limits of a path that a model writes. `segments`: names between slashes. */
const pathLimits = { length: 1024, segments: 64 } as const;

/**
 * Why no tool accepts `path`, as a clause; `undefined` where tools do. Called before anything else is done with a path.
 */
export function pathRefusal(path: string): string | undefined {
  if (path.length > pathLimits.length) {
    return `the path has ${path.length} characters, more than the ${pathLimits.length} that a path may have`;
  }
  const segments = path.split("/").length;
  return segments > pathLimits.segments
    ? `the path has ${segments} segments, more than the ${pathLimits.segments} that a path may have`
    : undefined;
}

/**
 * The most that one call of `read_file` returns. `tokens`: by estimate. `characters`: for texts with few tokens, such
 * as blanks.
 */
export const readLimits = { lines: 2000, tokens: 25_000, characters: 150_000 } as const;

/** The most that one call of `list_files` returns. */
export const listLimits = { entries: 500 } as const;

/**
 * Limits that end a search. `fileBytes`: larger files are not searched. `lineLength`: characters of a matching line
 * that are shown. `deadline`: milliseconds.
 */
export const grepLimits = {
  matches: 200,
  bytes: 20 * 1024 * 1024,
  fileBytes: 1024 * 1024,
  lineLength: 300,
  deadline: 5_000,
} as const;

/**
 * Limits of a search. `patternLength`: characters. `steps`: the size of a pattern with its repetitions expanded,
 * through all of which each character of a line may go. `lineLength`: characters of a line that are searched.
 */
export const searchLimits = { patternLength: 1000, steps: 1000, lineLength: 4000 } as const;
