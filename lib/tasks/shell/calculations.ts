/**
 * Changes of the shell's code (`shell-changes.ts`) where a calculation cannot be done: bash tells the calculation and where it is wrong
 * (`1/0: division by 0 (error token is "0")`) and ends the command, where the library tells less, takes a number in its place in `${a[1/0]}`,
 * `declare -i` and `[[ 1/0 -eq 1 ]]`, and ends the script in `for ((…))`.
 */

/** Matches where the parser has read the second number of two, whose place is noted, and the second of `**`. */
const readsSecond = /(=\w+\(\w+,(\w+),(\w+)\);\w+=\{type:"ArithBinary",)(?=operator:\w+,)/g;
const readsPower = /(withDepth\(\(\)=>\w+\(\w+,(\w+),(\w+)\)\);return\{expr:\{type:"ArithBinary",)(?=operator:"\*\*")/;
const readsAssigned = /(withDepth\(\(\)=>\w+\(\w+,(\w+),(\w+)\)\);return\{expr:\{type:"ArithAssignment",)/g;

/** Matches where two numbers make a third, and where one changes a variable. */
const calculates =
  /(let (\w+)=await \w+\((\w+)\.left\),(\w+)=await \w+\(\3\.right\);return )(\w+\(\2,\4,\3\.operator\))/;
const assigns = /(case"ArithAssignment":\{.{0,1200}?,\w+=await \w+\((\w+)\.value\),\w+=)(\w+\(\w+,\w+,\2\.operator\))/s;

/** Matches where what cannot be calculated is taken for a number: in two kinds of elements, of a whole variable, and in `[[ … ]]`. */
const takesNumber =
  /catch\{(?=let (\w+)=\w+\.state\.env\.get\(\w+\);\w+=\1\?Number\.parseInt\(\1,10\):0|if\(\/\^-\?\\d\+\$\/\.test\(\w+\)\)\w+=Number\.parseInt\(\w+,10\);else\{let|return"0"\}|\w+="0"\}else)/g;
const takesCompared = /(\.expression\)\}catch)\{(?=return \w+\(\w+\)\})/g;

/** Matches what `((…))` and `[[ … ]]` say of it. */
const saysBrackets = /`bash: (arithmetic|conditional) expression: /g;

/** Matches what `let` says of it, and a number that is none, such as `08`. */
const saysLet = /(`bash: let: )\$\{(\w+)\}: \$\{(\w+)\.message\}/;
const refusesDigits = /(?<=Number\.isNaN\((\w+)\.value\)\)throw new \w+\()"(value too great for base)"/;

/** Matches where the text of `((…))` is parsed, without the blanks around it. */
const trims = /(\w+)\.trim\(\)(?=\),\w+=this\.parseOptionalRedirections\(\);return \w+\.arithmeticCommand)/;

/** Matches `for ((…))`: where it begins, each of its calculations, and its end. */
const loops = /(\w+)\.init&&(await \w+\(\w+,\1\.init\.expression\)),(\w+)\.state\.loopDepth\+\+;try\{/;
const calculatesInLoop = /await (\w+\(\w+,\w+\.(?:init|condition|update)\.expression\))/g;
const endsLoop =
  /(?<=await \w+\(\w+,\w+\.update\.expression\)\)?\}?\})finally\{(\w+)\.state\.loopDepth--\}return (\w+)\.build\((\w+)\)/;

export const calculationPlaces = [
  ...[readsSecond, readsPower, readsAssigned, calculates, assigns, takesNumber, takesCompared, saysBrackets],
  ...[saysLet, refusesDigits, trims, loops, calculatesInLoop, endsLoop],
];

/** The code with these changes. */
export function changedCalculations(code: string): string {
  const noted = "$1of:$2,at:$3,";
  return code
    .replaceAll(readsSecond, noted)
    .replace(readsPower, noted)
    .replaceAll(readsAssigned, noted)
    .replace(calculates, "$1calculated(arguments[0],$3,()=>$5)")
    .replace(assigns, "$1calculated(arguments[0],$2,()=>$3)")
    .replaceAll(takesNumber, 'catch(wrong){if(wrong.name==="ArithmeticError")throw wrong;')
    .replaceAll(takesCompared, '$1(wrong){if(wrong.name==="ArithmeticError")throw wrong;')
    .replaceAll(saysBrackets, (_, kind: string) => `\`bash: ${kind === "arithmetic" ? "((" : "[["}: `)
    .replace(saysLet, `$1\${$3.isWhole?$3.message.replace(/ (?=: (?:div|exp)|"\\)$)/g,""):$2+": "+$3.message}`)
    .replace(refusesDigits, '$1.text+": $2 (error token is \\""+$1.text+"\\")"')
    .replace(trims, "$1.trim()+(/\\s/.test(this._input[this.tokens[this.pos-1].start-1])?' ':'')")
    .replace(loops, "$3.state.loopDepth++;try{$1.init&&$2;")
    .replace(
      endsLoop,
      'catch(wrong){if(!wrong.isOfLoop)throw wrong;$2.append("",placed($1.state,"bash: ((: "+wrong.message+"\\n"));$3=1}$&',
    )
    .replaceAll(calculatesInLoop, "await ofLoop($1)");
}

/** Functions, as text, that the changed code calls. */
export const calculationHelpers = String.raw`const calculated=({state},{of,at},run)=>{
  try{return run()}catch(wrong){
    const told=(text)=>text.trimStart().replace(/\$\{?(\w+)\}?/g,(_,name)=>state.env.get(name)??"");
    wrong.message=told(of)+": "+wrong.message+' (error token is "'+told(of.slice(at))+'")';
    wrong.isWhole=true;
    wrong.stderr="bash: "+wrong.message+"\n";
    throw wrong;
  }
};
const ofLoop=(calculation)=>calculation.catch((wrong)=>{
  wrong.isOfLoop=wrong.name==="ArithmeticError";
  throw wrong;
});
`;
