/**
 * A change of the shell's code (`shell-changes.ts`) under `set -u`: it takes what `"${!map[*]}"` lists for an unset variable.
 */

/** Matches what `set -u` lets be unset. */
const mayBeUnset = /(\w+\.type==="UseAlternative"\|\|(\w+)\.type==="ErrorIfUnset")(?=\),\w+=await)/;

export const unsetPlaces = [mayBeUnset];

/** The code with this change. */
export function changedUnset(code: string): string {
  return code.replace(mayBeUnset, "$1||/^(?:ArrayKeys|VarNamePrefix)$/.test($2.type)");
}
