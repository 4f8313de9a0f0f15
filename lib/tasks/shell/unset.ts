/**
 * Changes of the shell's code (`shell-changes.ts`) under `set -u`: it takes what `"${!map[*]}"` lists for an unset variable, and tells `$1` as
 * `1`, as bash does of `${1}` alone.
 */

/** Matches what `set -u` lets be unset. */
const mayBeUnset = /(\w+\.type==="UseAlternative"\|\|(\w+)\.type==="ErrorIfUnset")(?=\),\w+=await)/;

/** Matches where a sign or a digit behind `$` is read, and where a variable is. */
const readsSign = /(?<="@\*#\?\$!-0123456789"\.includes\(\w+\)\)return\{part:)\w+\.parameterExpansion\(\w+\)/;
const looksUp =
  /(async function \w+\(\w+,(\w+),\w+=!1\)\{let\{parameter:(\w+)\}=\2,.{0,1000}\.type==="ErrorIfUnset"\),\w+=await )(\w+\(\w+,\w+,!\w+\))(?=;if\(!\w+\)return \w+;)/s;

export const unsetPlaces = [mayBeUnset, readsSign, looksUp];

/** A function, as text, that tells a variable that is not set by the sign before its name. */
export const unsetHelper = `const signed=(name,found)=>found.catch((fault)=>{throw fault.varName===name?new fault.constructor("$"+name):fault});`;

/** The code with these changes. */
export function changedUnset(code: string): string {
  return code
    .replace(readsSign, "Object.assign($&,{isSign:!0})")
    .replace(looksUp, "$1($2.isSign?signed($3,$4):$4)")
    .replace(mayBeUnset, "$1||/^(?:ArrayKeys|VarNamePrefix)$/.test($2.type)");
}
