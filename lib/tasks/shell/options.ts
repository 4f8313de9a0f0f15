/**
 * Changes of the shell's code (`shell-changes.ts`) in the options of `set`: it takes three of bash's and forgets them, so that traps and
 * braces do not heed them, and tells the letters of the others in an order of its own. Under `set -u` it takes what `"${!map[*]}"` lists for
 * an unset variable, and tells `$1` as `1`, as bash does of `${1}` alone.
 */

/** The options that it forgets, by their letters. */
const forgotten: Readonly<Record<string, string>> = { E: "errtrace", T: "functrace", B: "braceexpand" };
const names = Object.values(forgotten);
const quoted = names.map((name) => `"${name}"`);

/** Matches where `set` finds which option a letter or a name is. */
const takes = new RegExp(`\\["(${[...Object.keys(forgotten), ...names].join("|")})",null\\]`, "g");

/** Matches the options that `set -o` and `shopt -o` tell as they are, and those that are always told to be off. */
const tells = /=\["errexit","nounset","pipefail","verbose"/g;
const tellsByName = /\["emacs","emacs"\](?=\]\),\w+=\["braceexpand")/g;
const tellsOff = /(?<==\[)"braceexpand","errtrace","functrace",/g;

/** Matches the options with which the shell begins, those of `SHELLOPTS`, and the letters of `$-`. */
const begins = /(?<=options:\{)(?=errexit:!1,pipefail)/g;
const listsOn = /(?<=\w=\["allexport","errexit",)(?="noglob","noclobber")/;
const tellsLetters = /(\w+)(\.state\.options\.)noclobber&&\((\w+)\+="C"\),\3\+="s",\3\}(?=case"\*")/;

export function changedOptions(code: string): string {
  return code
    .replace(takes, (_, name: string) => `["${name}","${forgotten[name] ?? name}"]`)
    .replace(tells, `$&,${quoted}`)
    .replace(tellsByName, `$&,${quoted.map((name) => `[${name},${name}]`)}`)
    .replace(tellsOff, "")
    .replace(begins, "braceexpand:!0,")
    .replace(listsOn, '"errtrace","functrace",')
    .replace(
      tellsLetters,
      '$1$2noclobber&&($3+="C"),$1$2errtrace&&($3+="E"),$1$2functrace&&($3+="T"),[..."abefhkmnptuvxBCEHPT"].filter((sign)=>sign==="B"?$1$2braceexpand:$3.includes(sign)).join("")}',
    );
}

/** Matches what `set -u` lets be unset. */
const mayBeUnset = /(\w+\.type==="UseAlternative"\|\|(\w+)\.type==="ErrorIfUnset")(?=\),\w+=await)/;

/** Matches where a sign or a digit behind `$` is read, and where a variable is. */
const readsSign = /(?<="@\*#\?\$!-0123456789"\.includes\(\w+\)\)return\{part:)\w+\.parameterExpansion\(\w+\)/;
const looksUp =
  /(async function \w+\(\w+,(\w+),\w+=!1\)\{let\{parameter:(\w+)\}=\2,.{0,1000}\.type==="ErrorIfUnset"\),\w+=await )(\w+\(\w+,\w+,!\w+\))(?=;if\(!\w+\)return \w+;)/s;

export const optionPlaces = [
  ...[takes, tells, tellsByName, tellsOff, begins, listsOn, tellsLetters],
  ...[mayBeUnset, readsSign, looksUp],
];

/** A function, as text, that tells a variable that is not set by the sign before its name. */
export const unsetHelper = `const signed=(name,found)=>found.catch((fault)=>{throw fault.varName===name?new fault.constructor("$"+name):fault});`;

export function changedUnset(code: string): string {
  return code
    .replace(readsSign, "Object.assign($&,{isSign:!0})")
    .replace(looksUp, "$1($2.isSign?signed($3,$4):$4)")
    .replace(mayBeUnset, "$1||/^(?:ArrayKeys|VarNamePrefix)$/.test($2.type)");
}
