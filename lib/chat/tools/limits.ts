/**
 * `patternLength`: characters. `steps`: what a pattern comes to with its repetitions written out, which each character of
 * a line may go through. `lineLength`: characters of a line that are looked at.
 */
export const searchLimits = { patternLength: 1000, steps: 1000, lineLength: 4000 } as const;
