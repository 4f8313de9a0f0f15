/**
 * Changes of the shell's code (`shell-changes.ts`) in where `$(…)` ends: it takes the end of `<<<` for the beginning of a here-document, the
 * quotes and brackets of a comment for code, and what follows `$#` for a comment. A script with one of them did not begin, or ended there
 * without a word.
 */

/** Matches where `<<` begins a here-document. */
const beginsDocument = /(\w+==="<"&&(\w+)\[(\w+)\+1\]==="<"&&\2\[\3\+2\]!=="<")/g;

/** Matches where a comment begins, in one of the two places that look for the end; and in the other, where a sign is read that is in no quotes. */
const beginsComment = /(\w+==="#"&&!\w+&&)\(\w+===""\|\|\/\\s\/\.test\((\w+\[\w+-1\])\|\|""\)\)/;
const readsSign =
  /(if\(\w+\)(\w+)==="'"&&\(\w+=!1\);else if\(\w+\).{0,120}?else\{)(?=if\(\2==="\("&&(\w+)\[(\w+)\+1\]==="\("\?(\w+)\+\+:)/s;

export const substitutionPlaces = [beginsDocument, beginsComment, readsSign];

/** The code with these changes. */
export function changedSubstitutions(code: string): string {
  const begins = String.raw`/[\s;|&(]/.test`;
  return code
    .replace(beginsDocument, '$1&&$2[$3-1]!=="<"')
    .replace(beginsComment, `$1${begins}($2||" ")`)
    .replace(readsSign, `$1if($2==="#"&&$5===0&&${begins}($3[$4-1]))while($4+1<$3.length&&$3[$4+1]!=="\\n")$4++;`);
}
