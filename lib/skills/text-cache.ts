/** What was worked out from texts, as many characters of them as fit. */
export interface TextCache<Result> {
  /** What came of this text before, or else of `make` now. */
  get(text: string, make: (text: string) => Result): Result;
}

/**
 * Keeps the texts asked for last, `maxLength` characters of them or somewhat less: in two halves, of which the older
 * goes at once. Taking the oldest texts out of one map each by itself costs a walk over all that went before them.
 */
export function createTextCache<Result>(maxLength: number): TextCache<Result> {
  let recent = new Map<string, Result>();
  let older = new Map<string, Result>();
  let length = 0;
  function keep(text: string, result: Result): Result {
    if (length + text.length > maxLength / 2) {
      older = recent;
      recent = new Map();
      length = 0;
    }
    recent.set(text, result);
    length += text.length;
    return result;
  }
  return {
    get(text, make) {
      for (const half of [recent, older]) {
        // A result may be `undefined`.
        if (half.has(text)) return half === recent ? (half.get(text) as Result) : keep(text, half.get(text) as Result);
      }
      return keep(text, make(text));
    },
  };
}
