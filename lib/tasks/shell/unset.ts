/**
 * Changes of the shell's code (`shell-changes.ts`) under `set -u`: it takes what `"${!map[*]}"` lists for an unset variable, changes one that
 * is not set by `((n+=1))`, and goes on after `((n > 1))` with one.
 */

/** Matches what `set -u` lets be unset, where arithmetic changes a variable by its value, and where it catches what is wrong with it. */
const mayBeUnset = /(\w+\.type==="UseAlternative"\|\|(\w+)\.type==="ErrorIfUnset")(?=\),\w+=await)/;
const changesByValue =
  /(let \w+=)((\w+)===void 0\?(\w+)\.state\.env\.get\((\w+)\):\w+\(\4,\w+,\3\))(?=,\w+=\w+\.?\w*\(\w+\|\|"0".{0,30}?,\w+=await \w+\((\w+)\.value\))/;
const catchesFault = /catch\((\w+)\)\{(?=return \w+\(`bash: arithmetic expression: )/;

/** Matches what tells a variable's value, and whether it is set under `set -u`. */
const looksUp =
  /async function (\w+)\((\w+),(\w+),\w+=!0,\w+=!1\)\{(?=switch\(\3\)\{case"\?":return String\(\2\.state\.lastExitCode\))/;

export const unsetPlaces = [mayBeUnset, changesByValue, catchesFault, looksUp];

/** The code with these changes. */
export function changedUnset(code: string): string {
  return code
    .replace(mayBeUnset, "$1||/^(?:ArrayKeys|VarNamePrefix)$/.test($2.type)")
    .replace(
      changesByValue,
      `$1($2)??($3===void 0&&$6.operator!=="="&&$4.state.options.nounset?await ${looksUp.exec(code)?.[1]}($4,$5):void 0)`,
    )
    .replace(catchesFault, '$&if($1.name==="NounsetError")throw $1;');
}
