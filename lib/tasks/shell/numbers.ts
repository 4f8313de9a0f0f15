import { calculationHelpers, calculationPlaces, changedCalculations } from "./calculations.ts";
import { changedCuts, cutPlaces } from "./cuts.ts";

/** Matches where it compares whole numbers, as in `[ 1 -lt 2 ]`. */
const readsCompared = /(!\/\^\\d\+\$\/\.test\((\w+)\)\)return\{value:0,valid:!1\};let \w+=)Number\.parseInt\(\2,10\)/;

/** Matches where `<<` begins a here-document, even in `((1 << 2))`. */
const beginsDocument =
  /if\((\w+)==="<"&&(\w+)==="<"\)(?=return this\.pos=\w+\+2,this\.column=\w+\+2,this\.pendingHeredocDelimiterMode=!1)/;

/** Matches where it guesses from the first words behind `((` whether these are two subshells: it took `((a - b > 5))` for a command. */
const guessesShells = /(looksLikeNestedSubshells\((\w+)\)\{).*?\}(?=makeToken\()/s;

export const numberPlaces = [readsCompared, beginsDocument, guessesShells, ...calculationPlaces, ...cutPlaces] as const;

/** The code with these changes. */
export function changedNumbers(code: string): string {
  return changedCalculations(changedCuts(code))
    .replace(beginsDocument, 'if($1==="<"&&$2==="<"&&this.dparenDepth===0)')
    .replace(guessesShells, "$1return isSubshells(this.input,$2)}")
    .replace(readsCompared, "$1wholeNumber($2)");
}

/** Functions, as text, that the changed code calls. */
export const numberHelpers = String.raw`${calculationHelpers}const endOfBrackets=(text,from)=>{
  const pieces=/\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|[()]/g;
  pieces.lastIndex=from;
  for(let depth=1,found=pieces.exec(text);found;found=pieces.exec(text)){
    if(found[0]==="(")depth++;
    if(found[0]===")"&&--depth===0)return found.index;
  }
  return text.length;
};
// Of two subshells, the inner one ends before the outer one does.
const isSubshells=(text,from)=>(text[endOfBrackets(text,from)+1]??")")!==")";
`;
