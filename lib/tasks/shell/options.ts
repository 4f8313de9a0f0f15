/**
 * Changes of the shell's code (`shell-changes.ts`) in the options of `set`: it takes three of bash's and forgets them, so that traps and
 * braces do not heed them, and tells the letters of the others in an order of its own.
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

export const optionPlaces = [takes, tells, tellsByName, tellsOff, begins, listsOn, tellsLetters];

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
