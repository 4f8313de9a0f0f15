/**
 * Changes of the shell's code (`shell-changes.ts`) where a calculation cannot be done: bash tells the calculation and where it is wrong
 * (`1/0: division by 0 (error token is "0")`) and ends the command, where the library tells less, takes a number in its place in `${a[1/0]}`,
 * `declare -i` and `[[ 1/0 -eq 1 ]]`, and ends the script in `for ((…))`. What `printf -v` and `read` set may be an array's element.
 */

/** Matches where the parser has read the second number of two, whose place is noted, and the second of `**`. */
const readsSecond = /(=\w+\(\w+,(\w+),(\w+)\);\w+=\{type:"ArithBinary",)(?=operator:\w+,)/g;
const readsPower = /(withDepth\(\(\)=>\w+\(\w+,(\w+),(\w+)\)\);return\{expr:\{type:"ArithBinary",)(?=operator:"\*\*")/;
const readsAssigned = /(withDepth\(\(\)=>\w+\(\w+,(\w+),(\w+)\)\);return\{expr:\{type:"ArithAssignment",)/g;

/** Matches where two numbers make a third, and where one changes a variable. */
const calculates =
  /(let (\w+)=await \w+\((\w+)\.left\),(\w+)=await \w+\(\3\.right\);return )(\w+\(\2,\4,\3\.operator\))/;
const assigns = /(case"ArithAssignment":\{.{0,1200}?,\w+=await \w+\((\w+)\.value\),\w+=)(\w+\(\w+,\w+,\2\.operator\))/s;

/** Matches where what cannot be calculated is taken for a number: in elements, of a whole variable, and in `[[ … ]]`. */
const takesNumber =
  /(await \w+\(\w+,\w+\.expression(?:,!1)?\)\)?;?(?:return String\(\w+\))?\}\}?catch)\{(?!\w+=0\}\w)/g;

/** Matches the place of an element that is set: what is no place, though it begins like one, and what is said of one that is none. */
const readsPlace =
  /(if\(\/\^-\?)(\\d\+)(\$\/\.test\(\w+\)\)\w+=Number\.parseInt\(\w+,10\);else\{try\{.{0,80}?if\(\w+ instanceof (\w+)\).{0,20}?if\((\w+) instanceof (\w+)\))\{let \w+=`bash: line.{0,140}?\}\}(?=let)/s;
const refusesPlace =
  /let \w+=(\w+)\.state\.currentLine;return\{index:0,error:\w+\("",`bash: line \$\{\w+\}: (\$\{\w+\}\[\$\{\w+\}\]: bad array subscript\n)`,1\)\}/g;

/** Matches where a command of the shell's own fails, whose output then goes where it is sent, and what `printf` does. */
const failsAlone =
  /(catch\((\w+)\)\{if\(\2 instanceof \w+\|\|\2 instanceof \w+\)(\w+)=\2,(\w+)=(\w+);else )(throw \2\}\w+>=0&&\w+!=="read".{0,350}?,\3\)throw )\3/s;
const printsFault = /("name"in (\w+)&&)\2\.name==="ExitError"(?=\)throw \2;return\{stdout:"",stderr:`printf: )/;

const passesFault =
  /(if\((\w+) instanceof \w+\|\|\2 instanceof \w+\|\|\2 instanceof \w+)(?=\)throw \2;return \w+\(`\$\{\w+\}: \$\{\w+\(\w+\(\2\)\)\}\n`\))/;

/** Matches where `unset` finds the place of an element, which it does for an array only. */
const unsetsPlace = /(let (\w+)=await \w+\(\w+,\w+\))(?=;if\(\2===null&&(\w+)\)\{\w+\+=`bash: unset: )/g;

/** Matches what sets an element, and `read`. */
const setsElement =
  /async function (\w+)\((?:\w+,){6}\w+\)\{let \w+=\w+;if\(\w+\(\w+,\w+\)\)\{let \w+=\w+\(\w+,\w+\);if\(\w+&&\w+!==\w+\)\{if\(\w+\.includes\("\["\)/;
const reads = /function (\w+)\((\w+,)(\w+)(,\w+,\w+)=-1\)\{(?=let \w+=!1,\w+=`\n`,\w+="",\w+=-1)/;

/** Matches what `((…))` and `[[ … ]]` say of it. */
const saysBrackets = /`bash: (arithmetic|conditional) expression: /g;

/** Matches what `let` says of it, and a number that is none, such as `08`. */
const saysLet = /(`bash: let: )\$\{(\w+)\}: \$\{(\w+)\.message\}/;
const refusesDigits = /(?<=Number\.isNaN\((\w+)\.value\)\)throw new \w+\()"(value too great for base)"/;

/** Matches where the text of `((…))` is parsed, without the blanks around it, and where the three of `for ((…))` are gathered, without any. */
const trims =
  /(this\.parseArithmeticExpression\()(\w+)\.trim\(\)\)(?=,\w+=this\.parseOptionalRedirections\(\);return \w+\.arithmeticCommand\(\w+,\w+,this\.getSourceLine\((\w+)\))/;
const gathers =
  /(let (\w+)=(\w+)\.advance\(\);)(if\(\2\.type===\w+\.SEMICOLON&&\w+===0\)\{if\((\w+)\+\+.{0,90}?(\w+)\[\5\]\+=)\2\.value\}(.{0,900}?\{type:"CStyleFor",)/s;

/** Matches where `$((…))`, `$[…]` and a command in backticks are read, and where they are written in a function's text: as they stood there. */
const readsExpansion =
  /(,(\w+)=this\.parseArithmeticExpression\((\w+)\);return\{part:)(\w+\.arithmeticExpansion\(\2\))/;
const readsOldOne =
  /(let (\w+)=\w+\.slice\(\w+\+1,\w+\),(\w+)=\w+\(\w+,\2\);return\{part:)(\w+\.arithmeticExpansion\(\3\))/;
const readsBackticks =
  /(let (\w+)=\w+\(\)\.parse\(\w+\);return\{part:)(\w+\.commandSubstitution\(\2,!0\))(?=,endIndex:(\w+)\+1)/;
const writesExpansion =
  /(case"CommandSubstitution":return )((\w+)\.legacy\?.{0,60}?case"ArithmeticExpansion":return)(?=`)/g;

/** Matches `for ((…))`: where it begins, each of its calculations, and its end. */
const loops = /(\w+)\.init&&(await \w+\(\w+,\1\.init\.expression\)),(\w+)\.state\.loopDepth\+\+;try\{/;
const calculatesInLoop = /await (\w+\(\w+,\w+\.(?:init|condition|update)\.expression\))/g;
const endsLoop =
  /(?<=await \w+\(\w+,\w+\.update\.expression\)\)?\}?\})finally\{(\w+)\.state\.loopDepth--\}return (\w+)\.build\((\w+)\)/;

export const calculationPlaces = [
  ...[readsSecond, readsPower, readsAssigned, calculates, assigns, takesNumber, saysBrackets, readsPlace, refusesPlace],
  ...[saysLet, refusesDigits, trims, gathers, loops, calculatesInLoop, endsLoop],
  ...[failsAlone, printsFault, passesFault, unsetsPlace, setsElement, reads],
  ...[readsExpansion, readsOldOne, readsBackticks, writesExpansion],
];

/** The code with these changes. */
export function changedCalculations(code: string): string {
  const noted = "$1of:$2,at:$3,";
  const [, , , , ends, , faulty] = readsPlace.exec(code) ?? [];
  return code
    .replaceAll(readsSecond, noted)
    .replace(readsPower, noted)
    .replaceAll(readsAssigned, noted)
    .replace(calculates, "$1calculated(arguments[0],$3,()=>$5)")
    .replace(assigns, "$1calculated(arguments[0],$2,()=>$3)")
    .replaceAll(takesNumber, '$1(wrong){if(wrong.name==="ArithmeticError")throw wrong;')
    .replace(readsPlace, "$1(?:0|[1-9]\\d*)$3throw $5;")
    .replaceAll(refusesPlace, `noPlace($1.state,${ends},${faulty},\`bash: $2\`)`)
    .replace(
      failsAlone,
      '$1if($2.name==="ArithmeticError"&&!$2.isInPlace)$3=$2,$4={...$5,stdout:$2.stdout??"",stderr:placed(this.ctx.state,$2.stderr)};else $6Object.assign($3,$3.name==="ArithmeticError"?{stdout:$4.stdout,stderr:$4.stderr,isInPlace:true}:{})',
    )
    .replace(printsFault, "$1/^(?:Exit|Arithmetic)Error$/.test($2.name)")
    .replace(readsExpansion, '$1Object.assign($4,{own:"$(("+$3+"))"})')
    .replace(readsOldOne, '$1Object.assign($4,{own:"$["+$2+"]"})')
    .replace(readsBackticks, "$1Object.assign($3,{own:arguments[0].slice(arguments[1],$4+1)})")
    .replaceAll(writesExpansion, "$1$3.own?$3.own:$2 $3.own?$3.own:")
    .replaceAll(unsetsPlace, "$1.catch((wrong)=>{if($3)throw wrong;return 0})")
    .replace(passesFault, '$1||$2?.name==="ArithmeticError"')
    .replace(
      reads,
      `function $1($2$3$4=-1){return readPlaces($2$3,(all)=>$1Own($2all$4),(name,place,value)=>${setsElement.exec(code)?.[1]}($2{},name,place,value,false,""))}function $1Own($2$3$4=-1){`,
    )
    .replaceAll(saysBrackets, (_, kind: string) => `\`bash: ${kind === "arithmetic" ? "((" : "[["}: `)
    .replace(saysLet, `$1\${$3.isWhole?$3.message.replace(/ (?=: (?:div|exp)|"\\)$)/g,""):$2+": "+$3.message}`)
    .replace(refusesDigits, '$1.text+": $2 (error token is \\""+$1.text+"\\")"')
    .replace(
      trims,
      "((own)=>Object.assign($1$2.trim()+(/\\s$/.test(own)?' ':'')),{own}))(this._input.slice($3.end,this.tokens[this.pos-1].end-2))",
    )
    .replace(
      gathers,
      "$1$6[$5]+=$3._input.slice($3.tokens[$3.pos-2].end,$2.start);$4$3._input.slice($2.start,$2.end)}$6[$5]+=$3._input.slice($3.tokens[$3.pos-1].end,$3.current().start);$7own:$6,",
    )
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
const noPlace=({options},ends,fault,stderr)=>{throw options.errexit?new ends(1,"",stderr):Object.assign(new fault(stderr),{stderr})};
const readPlaces=async(context,given,run,set)=>{
  const{env}=context.state,places=[];
  const names=given.map((word,at)=>{
    const [,name,place]=/^([A-Za-z_]\w*)\[(.+)\]$/s.exec(word)??[];
    if(name===undefined||/^-\w*[adinNptu]$/.test(given[at-1]??""))return word;
    return "__read"+places.push([name,place]);
  });
  const result=await run(names);
  for(const [at,[name,place]] of places.entries()){
    const key="__read"+(at+1),value=env.get(key);
    env.delete(key);
    const{error}=value===undefined?{}:await set(name,place,value);
    if(error)return error;
  }
  return result;
};
const ofLoop=(calculation)=>calculation.catch((wrong)=>{
  wrong.isOfLoop=wrong.name==="ArithmeticError";
  throw wrong;
});
`;
