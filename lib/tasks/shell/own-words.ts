/**
 * Changes of the shell's code (`shell-changes.ts`) by which a function is written as it stands in its script (`declare -f`, `export -f`): the
 * library writes each word anew, and makes other words of lists (`local a=(b c)`), of patterns and of here-documents in `$(…)`.
 */

/** Matches where a word is parsed, the word of an assignment among others and alone, one of signs, a pattern, and `$(…)`. */
const parsesWord = /parseWord\((\w+=\w+\.Default)\)\{(?=if\(this\.isProcessSubstitutionStart\(\)\))/;
const parsesAssigned = /(\w+\.push\()((\w+)\.parseAdjacentWordParts\(\w+\.parts,(\w+)\.end,\w+\.Assignment\)\))/;
const parsesSign = /let (\w+)=(\w+)\.advance\(\);(\w+\.push\()(\2\.parseWordFromString\(\1\.value,!1,!1\)\))/g;
const parsesValue =
  /(let (\w+)=(\w+)\.expect\(\w+\.ASSIGNMENT_WORD\),(\w+)=\2\.value,.{0,1200}?let \w+=\4\.slice\((\w+)\);.{0,900}?let (\w+)=\w+!==void 0\?`\$\{\w+\}\[\$\{\w+\}\]`:\w+;return \w+\.assignment\(\6,)(\w+)/s;
const parsesPattern =
  /(function \w+\((\w+)\)\{let \w+=\[\],\w+=0,\w+=-1)(,\w+=\2\.getInput\(\),.*?"Expected regex pattern after =~"\),)(\{type:"Word",parts:\w+\})/s;
const parsesCommands =
  /(parseCommandSubstitution\((\w+),(\w+)\)\{)return (\w+\(\2,\3,.{0,80}?)(\}parseProcessSubstitutionFromString)/;

/** Matches what writes a word, and `$(…)`. */
const writesWord = /(function \w+\((\w+)\)\{)(?=return \2\.parts\.map\((\w+)=>\w+\(\3,!1\)\)\.join\(""\)\})/;
const writesCommands = /:`\$\(\$\{\w+\((\w+)\.body\)\}\)`/g;

export const ownWordPlaces = [
  ...[parsesWord, parsesAssigned, parsesSign, parsesValue, parsesPattern, parsesCommands],
  ...[writesWord, writesCommands],
];

/** The code with these changes. It needs `function-text.ts` of the sandbox. */
export function changedOwnWords(code: string): string {
  const changed = code
    .replace(
      parsesWord,
      "parseWord($1){const{start}=this.current();return owned(this,start,this.parseWordParts(arguments[0]))}parseWordParts($1){",
    )
    .replace(parsesAssigned, "$1owned($3,$4.start,$2)")
    .replaceAll(parsesSign, "let $1=$2.advance();$3owned($2,$1.start,$4)")
    .replace(parsesValue, "$1$7&&owned($3,$2.start+$5,$7)")
    .replace(parsesPattern, "$1,from=$2.current().start$3owned($2,from,$4)")
    .replace(parsesCommands, "$1const found=$4;found.part.text=$2.slice($3,found.endIndex);return found$5")
    .replace(writesWord, "$1const own=ownText($2,written);if(own!==undefined)return own;")
    .replaceAll(writesCommands, ":substitutionText($1.body,written)");
  return `const owned=(parser,from,word)=>Object.assign(word,{own:parser._input?.slice(from,parser.tokens[parser.pos-1].end)});${changed}`;
}
