/**
 * Changes of the shell's code (`shell-changes.ts`) in patterns: it takes no `[!0-9]` in `case`, no `!(…)` where a word begins, and has no
 * engine for the latter.
 */

/** Matches the brackets of a pattern in `case` and `[[`, and where the end of others is found, and what they stand for. */
const takesBrackets = /let (\w+)=(\w+)\.indexOf\("\]",(\w+)\+1\);\1!==-1\?\((\w+)\+=\2\.slice\(\3,\1\+1\),\3=\1\)/;
const endsBrackets =
  /(function (\w+)\((\w+),\w+\)\{let (\w+)=\w+\+1;for\(\4<\3\.length&&)(\3\[\4\]==="\^")(?=&&\4\+\+,\4<\3\.length&&\3\[\4\]==="\]"&&\4\+\+;\4<\3\.length;\)\{if\(\3\[\4\]==="\\\\"&&\4\+1<\3\.length\)\{\4\+=2;continue\}if\(\3\[\4\]==="\]"\)return \4;if\(\3\[\4\]==="'")/;
const escapesInBrackets = /(\w+)\+=`\\\\\$\{(\w+)\[(\w+)\+1\]\}`(?=,\3\+=2\):\(\1\+="\\\\\\\\",\3\+\+\):)/;
const readsBrackets = /function (\w+)\((\w+)\)\{let \w+="\[",\w+=0;for\(\(\2\[0\]==="\^"\|\|\2\[0\]==="!"\)/;

/** Matches what `!` begins: in front of a bracket also a pattern. */
const beginsBang = /(\w+)==="!"\?(?=(\w+)==="="\?\(this\.pos=)/;

/** Matches where a pattern is compiled, which that engine cannot do with what may not follow. */
const compiles = /function (\w+)\((\w+),(\w+)="",\w+=\{\}\)\{(?=return new \w+\(\2,\3,)/;

export const patternPlaces = [takesBrackets, endsBrackets, escapesInBrackets, readsBrackets, beginsBang, compiles];

/** The code with these changes. It needs `shell-syntax.ts` of the sandbox. */
export function changedPatterns(code: string): string {
  return code
    .replace(
      takesBrackets,
      `let $1=${endsBrackets.exec(code)?.[2]}($2,$3);$1!==-1?($4+=${readsBrackets.exec(code)?.[1]}($2.slice($3+1,$1)),$3=$1)`,
    )
    .replace(escapesInBrackets, '$1+=(/[^\\\\\\]^-]/.test($2[$3+1])?"":"\\\\")+$2[$3+1]')
    .replace(endsBrackets, '$1($5||$3[$4]==="!")')
    .replace(beginsBang, '$1==="!"&&!($2==="("&&beginsPattern(this.tokens,this.input,this.pos))?')
    .replace(compiles, '$&if($2.includes("(?!"))return nativePattern($2,$3);');
}
