/** A compiled pattern, used as a global `RegExp` is; many are one. */
export type Pattern = Pick<RegExp, "exec" | "test" | "lastIndex">;

/** All matches from left to right, of which none is empty right behind another: `x*` matches three times in `abx`. */
export function matchesIn(text: string, pattern: Pattern): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  let last = -1;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const { index } = found;
    const end = index + found[0].length;
    if (end > index || index !== last) matches.push(found);
    last = end;
    if (end === index) pattern.lastIndex = end + signLength(text, end);
  }
  return matches;
}

/** The length of the character at a position, in units; 1 behind the end. */
export function signLength(text: string, at: number): 1 | 2 {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
