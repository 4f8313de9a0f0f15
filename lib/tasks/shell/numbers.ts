import { calculationHelpers, calculationPlaces, changedCalculations } from "./calculations.ts";

/** Matches where the shell calculates: from its function for two numbers to the one that tells the text of a name. */
const calculation =
  /function (\w+)\((\w+),(\w+),(\w+)\)\{switch\(\4\)\{case"\+":return \2\+\3;case"-":return \2-\3;case"\*":return \2\*\3;case"\/":if\(\3===0\)throw new \w+\("division by 0"\).*?(?=async function \w+\(\w+,\w+,\w+=!1,\w+=\w+\(\)\)\{switch\(\w+\.type\)\{case"ArithNumber":return String)/s;

/** In it: the functions for two numbers, for an assignment, and for one number. */
const ofTwo = /^function \w+\((\w+),(\w+),(\w+)\)\{/;
const ofAssignment = /function \w+\((\w+),(\w+),(\w+)\)\{(?=switch\(\3\)\{case"=":return \2;)/;
const ofOne = /function \w+\((\w+),(\w+)\)\{(?=switch\(\2\)\{case"-":return-\1;)/;

/** Matches where it reads a number. */
const readsNumber = /function \w+\((\w+)\)\{(?=if\(\1\.includes\("#"\)\)\{let \w+=\1\.split\("#"\);)/;

/** Matches where it compares whole numbers, as in `[ 1 -lt 2 ]`. */
const readsCompared = /(!\/\^\\d\+\$\/\.test\((\w+)\)\)return\{value:0,valid:!1\};let \w+=)Number\.parseInt\(\2,10\)/;

/** The same in `[[ 1 -lt 2 ]]`. */
const readsInBrackets =
  /function \w+\((\w+)\)\{(?=if\(\1=\1\.trim\(\),\1===""\)return 0;let \w+=!1;\1\.startsWith\("-"\))/;

/** Matches where it puts the text of `((…))` together of its tokens, and guesses where blanks were: `((i<=3))` became `i < =3`. */
const joinsTokens =
  /(let (\w+)=this\.current\(\)\.value),(\w+)=(\w+)\.length>0\?\4\[\4\.length-1\]:"";\4\.length>0&&.{0,140}?(?=&&\(\4\+=" "\),\4\+=\2)/;

/** Matches where it drops the quotes in a calculation, and finds the end of a command in one. */
const dropsQuotes =
  /function (\w+)\((\w+)\)\{let (\w+)="",(\w+)=0;for\(;\4<\2\.length;\)if\(\2\[\4\]==='"'\)\{for\(.{0,160}?return \3\}(?=function)/;
const endsCommand =
  /let \w+=1,(\w+)=(\w+);for\(;\2<(\w+)\.length&&\w+>0;\)\3\[\2\]==="\("\?.{0,40}?\2\+\+;(?=let \w+=\3\.slice\(\1,\2\);return \2\+\+,\{expr:\{type:"ArithCommandSubst")/;

/** Matches where `<<` begins a here-document, even in `((1 << 2))`. */
const beginsDocument =
  /if\((\w+)==="<"&&(\w+)==="<"\)(?=return this\.pos=\w+\+2,this\.column=\w+\+2,this\.pendingHeredocDelimiterMode=!1)/;

/** Matches where it guesses from the first words behind `((` whether these are two subshells: it took `((a - b > 5))` for a command. */
const guessesShells = /(looksLikeNestedSubshells\((\w+)\)\{).*?\}(?=makeToken\()/s;

/** Matches what `$1`, `$(…)` and `${…}` are as numbers: only the first may be a calculation, and the second runs in a shell of its own. */
const readsPlace =
  /case"ArithSpecialVar":\{let (\w+)=\(await (\w+)\((\w+),(\w+)\.name\)\)(\.trim\(\).{0,80}?)\/\^-\?\\d\+\$\/(\.test.{0,90}?\})case"ArithNested"/;
const readsOutput =
  /case"ArithCommandSubst":\{if\(\w+\.execFn\).{0,260}?return 0\}case"ArithBracedExpansion":\{let \w+=await (\w+)\(\w+,\w+\.content\);return .{0,30}?\|\|0\}/;
const writesOutput = /(case"ArithCommandSubst":return )\w+\.execFn\?.{0,90}?:"0"/;

export const numberPlaces = [
  ...[ofAssignment, ofOne, calculation, readsNumber, readsCompared, readsInBrackets],
  ...[
    dropsQuotes,
    endsCommand,
    joinsTokens,
    beginsDocument,

    guessesShells,
    readsPlace,
    readsOutput,
    writesOutput,
  ],
  ...calculationPlaces,
] as const;

/**
 * Makes the shell calculate with 64 bits, as bash does: it takes 32 for `<<`, `>>`, `&`, `|`, `^` and `~`, and loses digits of what is
 * beyond 2⁵³, such as times in nanoseconds. Numbers up to there stay what they are; larger ones are BigInts.
 */
export function changedNumbers(code: string): string {
  const [, , special, context, part] = readsPlace.exec(code) ?? [];
  const braces = readsOutput.exec(code)?.[1];
  // The command sees the functions and variables of this shell.
  const text = `const partText=async(context,part)=>{
  if(part.type==="ArithSpecialVar")return ${special}(context,part.name);
  if(part.type==="ArithBracedExpansion")return ${braces}(context,part.content);
  const{stdout,stderr}=await ranText(context,'printf %s "$('+part.command+'\\n)"');
  if(stderr)context.state.expansionStderr=(context.state.expansionStderr||"")+stderr;
  return stdout;
};
`;
  const changed = code
    .replace(
      joinsTokens,
      "let $2=this._input.slice(this.current().start,this.current().end);this.current().start>this.tokens[this.pos-1].end",
    )
    .replace(dropsQuotes, "function $1($2){return withoutQuotes($2)}")
    .replace(endsCommand, "let $1=$2;$2=endOfBrackets($3,$2);")
    .replace(beginsDocument, 'if($1==="<"&&$2==="<"&&this.dparenDepth===0)')
    .replace(guessesShells, "$1return isSubshells(this.input,$2)}")
    .replace(readsOutput, "")
    .replace(writesOutput, `$1(await partText(${context},${part})).trim()`)
    .replace(
      readsPlace,
      'case"ArithSpecialVar":case"ArithCommandSubst":case"ArithBracedExpansion":{let $1=(await partText($3,$4))$5/^-?\\d+$/$6case"ArithNested"',
    )
    .replace(calculation, (text, two: string) =>
      text
        .replaceAll(/Number\.parseInt\((.+?),10\)/g, "countedNumber($1)")
        // `08` is no number, and `010` is eight.
        .replaceAll("/^-?\\d+$/.test", "/^-?(?:0|[1-9]\\d*)$/.test")
        .replaceAll(/(\w+)\.operator==="\+\+"\?(\w+)\+1:\2-1/g, `${two}($2,1,$1.operator[0])`)
        .replace(ofTwo, "$&const wide=wideResult($1,$2,$3);if(wide!==undefined)return wide;")
        .replace(ofAssignment, `$&if($3!=="=")return ${two}($1,$2,$3.slice(0,-1));`)
        .replace(ofOne, '$&if($2!=="!")return wideOf($1,$2);'),
    )
    .replace(readsInBrackets, "$&if(/^-?[1-9]\\d{15,}$/.test($1.trim()))return wholeNumber($1.trim());")
    .replace(readsCompared, "$1wholeNumber($2)")
    .replace(readsNumber, "$&const wide=wideLiteral($1);if(wide!==undefined)return wide;");
  return text + changedCalculations(changed);
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
// Those of a command in it stay, and those of a map's key.
const withoutQuotes=(text)=>{
  let made="";
  for(let at=0;at<text.length;at++){
    const key=text[at]==="["?/^\["[^"]*"(?=\])/.exec(text.slice(at))?.[0]:undefined;
    if(key!==undefined){made+=key;at+=key.length-1;continue}
    const isCommand=/^\$\((?!\()/.test(text.slice(at,at+3)),end=isCommand?endOfBrackets(text,at+2)+1:text[at]===String.fromCharCode(96)?(text.indexOf(text[at],at+1)+1||text.length):at+1;
    if(text[at]!=='"')made+=text.slice(at,end);
    at=end-1;
  }
  return made;
};
const narrowed=(value)=>{
  const wide=BigInt.asIntN(64,value),number=Number(wide);
  return Number.isSafeInteger(number)?number:wide;
};
const wholeNumber=(text)=>{
  const number=Number.parseInt(text,10);
  return Number.isNaN(number)||Number.isSafeInteger(number)?number:narrowed(BigInt(/[-+]?\d+/.exec(text)[0].replace("+","")));
};
const countedNumber=(text)=>/^\s*-?0[0-7]+\s*$/.test(text)?Number.parseInt(text,8):/^\s*0[xX][\da-fA-F]+\s*$/.test(text)?Number(text):wholeNumber(text);
const wideLiteral=(text)=>{
  if(text.length<10)return undefined;
  if(/^0[xX][\da-fA-F]+$|^[1-9]\d*$/.test(text))return narrowed(BigInt(text));
  if(/^0[0-7]+$/.test(text))return narrowed(BigInt("0o"+text));
  const [,base,digits]=/^(\d+)#([\w@]+)$/.exec(text)??[];
  if(base===undefined||base<2||base>64)return undefined;
  const signs="0123456789abcdefghijklmnopqrstuvwxyz"+(base<=36?"":"ABCDEFGHIJKLMNOPQRSTUVWXYZ@_");
  let value=0n;
  for(const sign of base<=36?digits.toLowerCase():digits){
    const digit=signs.indexOf(sign);
    if(digit<0||digit>=base)return undefined;
    value=value*BigInt(base)+BigInt(digit);
  }
  return narrowed(value);
};
const wideOf=(value,sign)=>{
  if(sign==="-")return typeof value==="bigint"?narrowed(-value):0-value;
  if(sign==="~")return typeof value==="bigint"?narrowed(~value):-value-1;
  return value;
};
const widePower=(base,exponent)=>{
  let result=1n;
  for(let left=exponent,square=BigInt(base);left>0n;left>>=1n,square=BigInt.asIntN(64,square*square))
    if(left&1n)result=BigInt.asIntN(64,result*square);
  return narrowed(result);
};
const wideResult=(a,b,sign)=>{
  if(/^(?:[<>=!]=|[<>,])$/.test(sign))return undefined;
  const areShort=typeof a==="number"&&typeof b==="number";
  if(areShort){
    const near=sign==="+"?a+b:sign==="-"?a-b:sign==="*"?a*b:undefined;
    if(near!==undefined&&Number.isSafeInteger(near))return near+0;
  }
  const [x,y]=[BigInt(a),BigInt(b)];
  switch(sign){
    case"+":return narrowed(x+y);
    case"-":return narrowed(x-y);
    case"*":return narrowed(x*y);
    case"/":return y===0n?undefined:narrowed(x/y);
    case"%":return y===0n?undefined:narrowed(x%y);
    case"**":return y<0n?undefined:widePower(x,y);
    case"<<":return narrowed(BigInt.asIntN(64,x)<<(y&63n));
    case">>":return narrowed(x>>(y&63n));
    case"&":return narrowed(x&y);
    case"|":return narrowed(x|y);
    case"^":return narrowed(x^y);
    default:return undefined;
  }
};
`;
