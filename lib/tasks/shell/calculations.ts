/**
 * Changes of the shell's code (`shell-changes.ts`) in calculations: ours (`arithmetic/`) does them all, of the text as it is written, in place
 * of the library's tree of what it has read. Where one cannot be done, bash tells the calculation and where it is wrong (`1/0: division by 0
 * (error token is "0")`) and ends the line, or the command in `((…))`, `[[ … ]]` and `let`; the library takes a number in its place in
 * `${a[1/0]}` and `declare -i`. What `printf -v` and `read` set may be an array's element.
 */

/** Matches where the library parses the text of a calculation, writes one, calculates, and tells the names that stand for another. */
const parsesText =
  /function (\w+)\((\w+),(\w+)\)\{let (\w+)=\w+\(\3\),\{expr:\w+,pos:\w+\}=[\w$]+\(\2,\4,0\).*?originalText:\3\}\}(?=function)/s;
const writesText = /(function \w+\((\w+)\)\{)(?=switch\(\2\.type\)\{case"ArithNumber":return String\(\2\.value\))/;
const calculates =
  /function (?:\w+)\((\w+),(\w+),(\w+)\)\{switch\(\3\)\{case"\+":return \1\+\2;case"-":return \1-\2;case"\*":return \1\*\2;case"\/":if\(\2===0\)throw new (\w+)\("division by 0"\).*?async function (\w+)\((?:\w+),(?:\w+),\w+=!1\)\{return \w+\(.*?default:return String\(await \w+\(\w+,\w+,\w+,\w+\)\)\}\}/s;
const resolves =
  /function (\w+)\(\w+,\w+,\w+=100\)\{if\(!\w+\(\w+,\w+\)\|\|\w+\(\w+,\w+\)\)return \w+;let \w+=new Set\(?,?/;
const isReadOnly =
  /function \w+\(\w+,\w+,\w+="bash"\)\{if\((\w+)\(\w+,\w+\)\)\{let \w+=`\$\{\w+\}: \$\{\w+\}: readonly variable/;
const looksUp =
  /async function (\w+)\((\w+),(\w+),\w+=!0,\w+=!1\)\{(?=switch\(\3\)\{case"\?":return String\(\2\.state\.lastExitCode\))/;
const setsPlace = /function (\w+)\((\w+),(\w+),(\w+),(\w+),(\w+)\)\{let \w+=[\w$]+\(\2,\3,\6\),\w+=String\(\4\);/;
const expandsKey = /=new (\w+)\(?\)?\.parseWordFromString\(\w+,!0,!1\);\w+=await (\w+)\(\w+,\w+\)/;

/** Matches where what cannot be calculated is taken for a number: in elements, of a whole variable, and in `[[ … ]]`. */
const takesNumber =
  /(await \w+\(\w+,\w+\.expression(?:,!1)?\)\)?;?(?:return String\(\w+\))?\}\}?catch)\{(?!\w+=0\}\w)/g;

/** Matches the place of an element that is set: what is no place, though it begins like one, and what is said of one that is none. */
const readsPlace =
  /(if\(\/\^-\?)(\\d\+)(\$\/\.test\(\w+\)\)\w+=Number\.parseInt\(\w+,10\);else\{try\{.{0,80}?if\(\w+ instanceof (\w+)\).{0,20}?if\((\w+) instanceof (\w+)\))\{let \w+=`bash: line.{0,140}?\}\}(?=let)/s;
const refusesPlace =
  /let \w+=(\w+)\.state\.currentLine;return\{index:0,error:\w+\("",`bash: line \$\{\w+\}: (\$\{\w+\}\[\$\{\w+\}\]: bad array subscript\n)`,1\)\}/g;

/** Matches what `printf` does where a command of the shell's own fails. */
const printsFault = /("name"in (\w+)&&)\2\.name==="ExitError"(?=\)throw \2;return\{stdout:"",stderr:`printf: )/;

const passesFault =
  /(if\((\w+) instanceof \w+\|\|\2 instanceof \w+\|\|\2 instanceof \w+)(?=\)throw \2;return \w+\(`\$\{\w+\}: \$\{\w+\(\w+\(\2\)\)\}\n`\))/;

/** Matches where `unset` finds the place of an element, which it does for an array only. */
const unsetsPlace = /(let (\w+)=await \w+\(\w+,\w+\))(?=;if\(\2===null&&(\w+)\)\{\w+\+=`bash: unset: )/g;

/** Matches what sets an element, and `read`. */
const setsElement =
  /async function (\w+)\((?:\w+,){6}\w+\)\{let \w+=\w+;if\(\w+\(\w+,\w+\)\)\{let \w+=\w+\(\w+,\w+\);if\(\w+&&\w+!==\w+\)\{if\(\w+\.includes\("\["\)/;
const reads = /function (\w+)\((\w+,)(\w+)(,\w+,\w+)=-1\)\{(?=let \w+=!1,\w+=`\n`,\w+="",\w+=-1)/;

/** Matches where `((…))` calculates, what it and `[[ … ]]` say where they cannot, and where `[[ … ]]` reads a number. */
const calculatesCommand = /(let \w+=await \w+\(this\.ctx,\w+\.expression\.expression)(?=\),\w+=\w+\(\w+!==0\);)/;
const saysFault = /catch\((\w+)\)\{return (\w+)\(`bash: arithmetic expression: \$\{\1\.message\}\n`\)\}/;
const saysWrong = /catch\((\w+)\)\{(?=let \w+=\1 instanceof \w+\?1:2;return (\w+)\(`bash: conditional expression: )/;
const readsOperand =
  /(async function \w+\((\w+),(\w+)\)\{)(?=if\(\3=\3\.trim\(\),\3===""\)return 0;if\(\/\^\[\+-\]\?\()/;

/** Matches where a variable's number is calculated (`declare -i`), where `let` does, and where `${x:1:2}` does. */
const countsText =
  /(async function \w+\((\w+),(\w+)\)\{)(?=try\{let (\w+)=new \w+,(\w+)=\w+\(\4,\3\),(\w+)=await \w+\(\2,\5\.expression\);return String\(\6\)\}catch)/;
const runsLet =
  /let \w+=\w+\((\w+)\),(\w+)=0;for\(let (\w+) of \w+\)try\{let \w+=\w+\(`\(\( \$\{\3\} \)\)`\)\.statements\[0\];.{0,260}?catch\((\w+)\)\{return (\w+)\(`bash: let: \$\{\3\}: \$\{\4\.message\}\n`\)\}/s;
const cutsText =
  /(async function \w+\((\w+),(\w+),\w+,\w+\)\{\2\.coverage\?\.hit\("bash:expansion:substring"\);let \w+=await \w+\(\w+,\w+\.offset\.expression)(\),\w+=\w+\.length\?await \w+\(\w+,\w+\.length\.expression)/;
const cutsList =
  /(async function \w+\(\w+,\w+,(\w+),\w+,(\w+)\)\{let \w+=\3\.offset\?await \w+\(\w+,\3\.offset\.expression)(\):0,\w+=\3\.length\?await \w+\(\w+,\3\.length\.expression)/;

/** Matches where the text of `((…))` is parsed, without the blanks in it, and where the three of `for ((…))` are gathered, without any. */
const trims =
  /(this\.parseArithmeticExpression\()(\w+)\.trim\(\)\)(?=,\w+=this\.parseOptionalRedirections\(\);return \w+\.arithmeticCommand\(\w+,\w+,this\.getSourceLine\((\w+)\))/;
const gathers =
  /(let (\w+)=(\w+)\.advance\(\);)(if\(\2\.type===\w+\.SEMICOLON&&\w+===0\)\{if\((\w+)\+\+.{0,90}?(\w+)\[\5\]\+=)\2\.value\}(.{0,900}?\{type:"CStyleFor",)/s;

/** Matches where `$[…]` and a command in backticks are read, and where they are written in a function's text: as they stood there. */
const readsOldOne =
  /(let (\w+)=\w+\.slice\(\w+\+1,\w+\),(\w+)=\w+\(\w+,\2\);return\{part:)(\w+\.arithmeticExpansion\(\3\))/;
const readsBackticks =
  /(let (\w+)=\w+\(\)\.parse\(\w+\);return\{part:)(\w+\.commandSubstitution\(\2,!0\))(?=,endIndex:(\w+)\+1)/;
const writesExpansion =
  /(case"CommandSubstitution":return )((\w+)\.legacy\?.{0,60}?case"ArithmeticExpansion":return)(?=`)/g;

/** Matches where `$((…))` is told, of which variables' names were replaced before. */
const putsInNames = /let (\w+)=\w+\.expression\.originalText;if\(\1&&\/\\\$.{0,200}?,!0\)\)\}(?=return String\(await)/;

/** Matches `for ((…))`: where it begins, each of its calculations, and its end. */
const loops = /(\w+)\.init&&(await \w+\(\w+,\1\.init\.expression\)),(\w+)\.state\.loopDepth\+\+;try\{/;
const calculatesInLoop = /(await \w+\(\w+,\w+\.(?:init|condition|update)\.expression)\)/g;
const endsLoop =
  /(?<=await \w+\(\w+,\w+\.update\.expression\)\)?\}?\})finally\{(\w+)\.state\.loopDepth--\}return (\w+)\.build\((\w+)\)/;

export const calculationPlaces = [
  ...[parsesText, writesText, calculates, resolves, isReadOnly, looksUp, setsPlace, expandsKey, putsInNames],
  ...[takesNumber, calculatesCommand, saysFault, saysWrong, readsOperand, countsText, runsLet, cutsText, cutsList],
  ...[readsPlace, refusesPlace, trims, gathers, loops, calculatesInLoop, endsLoop],
  ...[printsFault, passesFault, unsetsPlace, setsElement, reads],
  ...[readsOldOne, readsBackticks, writesExpansion],
];

/** The code with these changes. */
export function changedCalculations(code: string): string {
  const [, , , , ends, , faulty] = readsPlace.exec(code) ?? [];
  const changed = code
    .replaceAll(takesNumber, (_, head: string) => {
      // All but the value of a number are places of elements.
      const thrown = head.includes("))") ? "wrong" : "Object.assign(wrong,{isOfPlace:true})";
      return `${head}(wrong){if(wrong.name==="ArithmeticError")throw ${thrown};`;
    })
    .replace(
      parsesText,
      'function $1($2,$3){return{type:"ArithmeticExpression",expression:{type:"ArithText",text:$3}}}',
    )
    .replace(writesText, '$1return $2.text??"";')
    .replace(
      calculates,
      "async function $5(context,node,name,isOwn){return calculated(context,node,isOwn===void 0?void 0:name,isOwn)}",
    )
    .replace(putsInNames, "")
    .replace(calculatesCommand, '$1,"((",true')
    .replace(saysFault, 'catch($1){if(!$1.isOwn)throw $1;return $2("bash: "+$1.message+"\\n")}')
    .replace(
      saysWrong,
      '$&if($1.isOwn)return $2("bash: "+$1.message+"\\n");if(isFault($1)||/^(?:Nounset|Exit)Error$/.test($1.name))throw $1;',
    )
    .replace(readsOperand, '$1return calculatedText($2,$3,"[[",true);')
    .replace(countsText, "$1return String(await calculatedText($2,$3));")
    .replace(
      runsLet,
      'let $2=0;for(let $3 of $1)try{$2=await calculatedText(arguments[0],$3,"let",true)}catch($4){if(!$4.isOwn)throw $4;return $5("bash: "+$4.message+"\\n")}',
    )
    .replace(cutsText, "$1,$3,false$4,$3,false")
    .replace(cutsList, '$1,$2+"[@]",false$4,$2+"[@]",false')
    .replace(readsPlace, "$1(?:0|[1-9]\\d*)$3throw Object.assign($5,{isOfPlace:true});")
    .replaceAll(refusesPlace, `noPlace($1.state,${ends},${faulty},\`bash: $2\`)`)
    .replace(printsFault, '$1($2.name==="ExitError"||isFault($2))')
    .replace(readsOldOne, '$1Object.assign($4,{own:"$["+$2+"]"})')
    .replace(readsBackticks, "$1Object.assign($3,{own:arguments[0].slice(arguments[1],$4+1)})")
    .replaceAll(writesExpansion, "$1$3.own?$3.own:$2 $3.own?$3.own:")
    .replaceAll(unsetsPlace, "$1.catch((wrong)=>{if($3)throw wrong;return 0})")
    .replace(passesFault, "$1||isFault($2)")
    .replace(reads, "function $1($2$3$4=-1){return readPlaces($2$3,(all)=>$1Own($2all$4))}function $1Own($2$3$4=-1){")
    .replace(trims, "$1this._input.slice($3.end,this.tokens[this.pos-1].end-2))")
    .replace(
      gathers,
      "$1$6[$5]+=$3._input.slice($3.tokens[$3.pos-2].end,$2.start);$4$3._input.slice($2.start,$2.end)}$6[$5]+=$3._input.slice($3.tokens[$3.pos-1].end,$3.current().start);$7own:$6,",
    )
    .replace(loops, "$3.state.loopDepth++;try{$1.init&&$2;")
    .replace(
      endsLoop,
      'catch(wrong){if(!wrong.isOwn)throw wrong;$2.append("",placed($1.state,"bash: "+wrong.message+"\\n"));$3=1}$&',
    )
    .replaceAll(calculatesInLoop, '$1,"((",true)');
  return calculation(code) + changed;
}

/** Functions, as text, that calculate; a `name` is told before what is wrong, and the command of that name ends by it if it `isOwn`. */
function calculation(code: string): string {
  const [, , , , fault] = calculates.exec(code) ?? [];
  const [, parser, expand] = expandsKey.exec(code) ?? [];
  const [, , , , ends, , faulty] = readsPlace.exec(code) ?? [];
  const [resolve, locked, lookUp, set] = [resolves, isReadOnly, looksUp, setsPlace].map((each) => each.exec(code)?.[1]);
  return String.raw`const calculatedText=async(context,text,name,isOwn)=>{
  try{return await calculate(text,scopeOf(context,name))}
  catch(wrong){
    if(wrong.name!=="CalculationFault")throw wrong;
    const isAlone=wrong.isOfPlace||wrong.isPlain||!name;
    throw Object.assign(new ${fault}((isAlone?"":name+": ")+wrong.message),{isOfPlace:wrong.isOfPlace,isOwn:isOwn&&!wrong.isOfPlace});
  }
};
const setElement=(context,name,place,value,isAdded=false)=>${setsElement.exec(code)?.[1]}(context,{},name,place,value,isAdded,"");
const badPlace=({state},message)=>noPlace(state,${ends},${faulty},"bash: "+message+"\n");
const calculated=async(context,node,...more)=>{
  const text=await calculationText(context,node);
  if(more[0]==="((")await tracedHere(context,"(( "+text+" ))");
  return calculatedText(context,text,...more);
};
const calculationText=async(context,node)=>{
  const{text=""}=node;
  if(!/[$\x60"\\]/.test(text))return text;
  node.pieces??=calculationPieces(text).map((piece)=>piece.isPlace||!/[$\x60\\]/.test(piece.text)?piece.text:new ${parser}().parseWordFromString(piece.text,!0,!1));
  // What a calculation runs is none of the commands after which the shell may end (set -e).
  const{state}=context,before=state.errexitSafe;
  let made="";
  try{for(const piece of node.pieces)made+=typeof piece==="string"?piece:await ${expand}(context,piece)}
  finally{state.errexitSafe=before}
  return made;
};
const scopeOf=(context,command)=>{
  const{state}=context;
  return{
    resolve:(name)=>state.namerefs?.has(name)?${resolve}(context,name)??name:name,
    isMap:(name)=>!!state.associativeArrays?.has(name),
    end:(name)=>nextPlace(state.arrays?.get(name))||Number(state.env.has(name)),
    expand:(text,isKey)=>isKey&&/^'[^']*'$/.test(text)?text.slice(1,-1):calculationText(context,{text}),
    get(name,key){
      const{env,arrays,options}=state,array=arrays?.get(name);
      if(key===undefined)return env.get(name)??array?.elements.get("0")??${lookUp}(context,name);
      const text=array?.elements.get(key)??(key==="0"?env.get(name):undefined);
      return text===undefined&&options.nounset&&!env.has(name)&&!array?.isSet?${lookUp}(context,name):text;
    },
    set(name,key,text){
      if(${locked}(context,name))throw Object.assign(new Error(name+": readonly variable"),{name:"CalculationFault",isPlain:true});
      if(key===undefined&&!state.arrays?.has(name))state.env.set(name,text);
      else ${set}(context,name,key??"0",text,this.isMap(name)?"associative":"indexed");
    },
    warn(message,isOfCommand){
      state.expansionStderr=(state.expansionStderr??"")+"bash: "+(isOfCommand&&command?command+": ":"")+message+"\n";
    },
  };
};
`;
}

/** Functions, as text, that the changed code calls. */
export const calculationHelpers = String.raw`const noPlace=({options},ends,fault,stderr)=>{throw options.errexit?new ends(1,"",stderr):Object.assign(new fault(stderr),{stderr,isOfPlace:true})};
const readPlaces=async(context,given,run)=>{
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
    const{error}=value===undefined?{}:await setElement(context,name,place,value);
    if(error)return error;
  }
  return result;
};
`;
