/**
 * Changes of the shell's code (`shell-changes.ts`) in arrays: it takes `local x="(a b)"` for a list, changes `${a[*]}` as one text where bash changes each element, and lists an
 * array without its options, and one without a value as if it had an empty one. And it takes `$((i-1))` in a place (`${a[$((i-1))]}`) for a
 * command, and calculates a map's key where that is in a calculation (`$((m[$i,$j]+1))`).
 */

/** Matches where a text is changed, in each of three ways, and where its elements come from. */
const changesText =
  /(case"(?:PatternRemoval|PatternReplacement|CaseModification)":\{let \w+=await )(\w+)\((\w+),(\w+),((?:\w+,?)+)\);return/g;
const namesPlace = /,\{isEmpty:\w+,effectiveValue:\w+\}=\w+\(\w+,(\w+),\w+,\w+\)/;
const elementsOf = /(?:case"\*":|\w+==="@"\|\|\w+==="\*"\)\{)let \w+=(\w+)\(\w+,\w+\);if\(\w+\.length>0\)/;
const joinsPlaces = /case"\*":\{let \w+=Number.{0,160}?\.join\((\w+)\(\w+\.state\.env\)\)\}/;

/** Matches where a part of a list is made one text, and each element is quoted. */
const joinsSome =
  /function \w+\((\w+),(\w+),\w+,\w+(?:,\w+)?\)\{\1\.coverage\?\.hit\("bash:expansion:(?:substring|transform)"\).+?\}(?=(?:async )?function )/gs;

/** Matches where a list is read from its text, in whose single quotes a backslash stands for itself. */
const readsListText = /(if\((\w+)==="\\\\")\)(?=\{\w+=!0;continue\}if\(\2==="'"&&!\w+\)\{(\w+)\|\|)/;

/** Matches where elements are counted, and what is thrown under `set -u` for a list that is not set. */
const throwsUnset = /throw new (\w+)\(`\$\{\w+\}\[\$\{\w+\}\]`\)/;
const countsElements =
  /\("bash:expansion:length"\);let \w+=\w+\.match\(.{0,60}?\);if\(\w+\)\{let (\w+)=\w+\[1\],\w+=\w+\((\w+),\1\);/;

/** Matches where an array is emptied, gets an element, is declared as local, and is copied. */
const empties =
  /(function \w+\(\w+,\w+\)\{)([\w$]+\(\w+,\w+,\w+\.state\.associativeArrays\?\.has\(\w+\)\?"associative":"indexed"\))\.elements\.clear\(\)\}/;
const setsElement =
  /(function (\w+)\((\w+),(\w+),(\w+),(\w+),\w+\)\{let (\w+)=[\w$]+\(\w+,\w+,\w+\),\w+=String\(\5\);)(?=if\(!\7\.elements\.has)/;
/** Matches where elements are added or counted, which went through all that are there, and where what is there is copied before it changes. */
const addsElements =
  /(,\w+\)\{let )(\w+)=\w+\((\w+),(\w+)\);if\(\2\.length>0\)(\w+)=Math\.max\(\.{3}\2\.map\(.{0,50}?\)\)\+1/;
const countsAll = /(let (\w+)=\w+\[1\],)(\w+)=(\w+\((\w+),\2\));(.{0,120}?)return \3\.length>0\?String\(\3\.length\)/;
const readsAll =
  /(\w+)=(await \w+\((\w+),(\w+),!\w+\));if\(!(\w+)\)return \1;(?=.{0,2000}?case"Length":return (\w+)\()/;
const keepsBefore =
  /(,(\w+)=\w+\(\w+,\w+\),\w+=\2\?)(\w+\(\2\))(?=:void 0,\w+=\w+\.state\.env\.get\(\w+\),\w+=\(\)=>.{0,250}?,(\w+)=\(\)=>\{\w+\(\w+,\w+\),\w+\.state\.env\.delete\(\w+\)\};try\{\w+&&\w+\?await \w+\(\w+,\w+,\w+,\w+,(\w+),\4)/;
/** Matches where a list gets elements, but not from `mapfile`; what changes their letters (`declare -u`), and where a variable becomes a list, perhaps with a value. */
const getsElements =
  /(?<![\w$])(\w+)\((\w+),(\w+),(\w+\.key|\w+\+\+|(?:\w+\+)?\w+),(\w+\.value|\w+\[\w+\]|(?<=\+\+,)\w+)(?=[,)])(?!\);return )/g;
const changesLetters =
  /function (\w+)\(\w+,\w+,(\w+)\)\{return \w+\(\w+,\w+\)\?\2\.toLowerCase\(\):\w+\(\w+,\w+\)\?\2\.toUpperCase\(\):\2\}/;
const becomesList =
  /!(\w+)\.state\.env\.has\((\w+)\)&&!(\w+)&&\((\w+)\|\|(\w+)\?(\w+)\(\1,\2,\5\?"associative":"indexed"\)/;
const becomesMap = /((\w+)\.state\.associativeArrays\.add\((\w+)\),)(\w+\(\2,\3,"associative"\))\}(?=let \w+=)/;

const declaresLocal = /(&&\w+===void 0\)\w+\(\w+,\w+\),)(\w+\(\w+,\w+,"indexed"\))(?=;else)/;
const copies = /return\{kind:(\w+)\.kind,elements:new Map\(\1\.elements\)\}/;

/** Matches where a list among a command's words is parsed, where it is made into text, and where `local`, `declare` and their like read it. */
const parsesList =
  /let \w+=(\w+)\.map\(\w+=>\w+\(\w+,\w+\)\),(\w+)=`\$\{(\w+)\}=\(\$\{\w+\.join\(" "\)\}\)`;(\w+)\.push\(\w+\.parseWordFromString\(\2,!1,!1,!0\)\)/;
const joinsAssigned = /(\w+)\.parseAdjacentWordParts\(\w+\.parts,(\w+)\.end,(\w+\.Assignment)\)/;
const namesCommand = /=\w+\.simpleCommand\((\w+),\w+,\w+,\w+\);/;
const writesList =
  /async function \w+\((\w+),(\w+)\)\{(?=let \w+="",\w+=0;for\(let (\w+) of \2\.parts\)\{let \w+=\3\.type==="Literal"\?\3\.value:"\\0")/;
const splitsWord = /let \w+=await (\w+)\(\w+,\{type:"Word",parts:\[\w+\]\}\);for\(let \w+ of \w+\.values\)/;
const joinsWord = /let \w+=await (\w+)\(\w+,\{type:"Word",parts:\[\w+\]\}\);\w+\(\w+\)\}/;
const readsList = /match\(\/\^\(\[a-zA-Z_\]\[a-zA-Z0-9_\]\*\)=\\\(\(\.\*\)\\\)\$\/s\)/g;

/** Matches where `${x@…}` is told. */
const transforms =
  /function (\w+)\((\w+),(\w+),\w+,(\w+),(\w+)\)\{(?=\2\.coverage\?\.hit\("bash:expansion:transform"\))/;
const writesValue = /return`\[\$\{\w+\}\]=\$\{(\w+)\(\w+\)\}`\}\);\w+\+=`declare -a/;

const transformsEach = /(\w+)\.parts\[0\]\.operation\?\.type!=="Transform"/;

/** Matches a variable's options, and where an array is listed. */
const tellsOptions = /function (\w+)\((\w+),\w+\)\{let \w+="";return \w+\.state\.integerVars\?\.has/;
const listsEmpty = /declare -([aA]) \$\{(\w+)\}=\(\)\n/g;
const lists = /declare -([aA]) \$\{(\w+)\}=\(\$/g;

/** Matches where the text of a place is expanded, and where a text is parsed and run. */
const expandsPlace =
  /(async function \w+\((\w+),(\w+)\)\{)(?=let (\w+)=\3,(\w+)=\3\.startsWith\('"'\)&&\3\.endsWith\('"'\),)/;

export const arrayPlaces = [
  joinsSome,
  readsListText,
  ...[throwsUnset, countsElements],
  ...[
    changesText,
    namesPlace,
    elementsOf,
    joinsPlaces,
    empties,
    setsElement,
    addsElements,
    keepsBefore,
    readsAll,
    countsAll,
    ...[getsElements, changesLetters, becomesList, becomesMap],
    declaresLocal,
    copies,
  ],
  ...[
    expandsPlace,
    transforms,
    transformsEach,
    writesValue,
    parsesList,
    ...[joinsAssigned, namesCommand],
    writesList,
    splitsWord,
    joinsWord,
    readsList,
    tellsOptions,
    listsEmpty,
    lists,
  ],
];

/**
 * The text of a list that a command sets (`local a=($(ls) "b c")`), with a NUL that no text of a script has; `null` for another word. Its
 * elements are split and matched with files like other words, except those with a key.
 */
const listText = String.raw`const listWord=(name,words)=>{
  const text=(value)=>({type:"Literal",value});
  return{type:"Word",parts:[text(name+"=("),...words.flatMap(({parts},at)=>[...(at>0?[text(" ")]:[]),...parts]),text(")")],list:{name,words}};
};
// For let, parentheses behind = are a part of what is calculated (let x=(1+2)*3), and not a list.
const calculatedWord=(parser,{start},kind)=>{
  const{end}=parser.tokens[parser.pos-1];
  const{parts}=parser.parseWordFromString(parser._input.slice(start,end),!1,!1,!0);
  return owned(parser,start,parser.parseAdjacentWordParts(parts,end,kind));
};
const listText=async({list},split,join)=>{
  if(!list)return null;
  const elements=[];
  const plainOf=(parts)=>parts.map(({type,value,pattern})=>type==="Literal"?value:type==="Glob"?pattern:"\0").join("");
  const words=[...list.words];
  for(let word=words.shift();word;word=words.shift()){
    let parts=word.parts;
    // A key may have blanks.
    while(/^\[[^\]]*$/.test(plainOf(parts))&&words.some((each)=>/\]=/.test(plainOf(each.parts))))parts=[...parts,{type:"Literal",value:" "},...words.shift().parts];
    const plain=plainOf(parts);
    if(/^\[[^]*\]=/.test(plain)){
      let text="";
      for(const part of parts)text+=await join([part]);
      elements.push(keyedWord(text));
    }else for(const value of(await split(parts)).values)elements.push(/^[\w./:@%+,-]+$/.test(value)?value:"'"+value.replaceAll("'","'\\''")+"'");
  }
  return list.name+"=\0("+elements.join(" ")+")";
};
`;

/** The code with these changes. */
export function changedArrays(code: string): string {
  const place = namesPlace.exec(code)?.[1];
  const elements = elementsOf.exec(code)?.[1];
  const between = joinsPlaces.exec(code)?.[1];
  const [, options, state] = tellsOptions.exec(code) ?? [];
  const split = splitsWord.exec(code)?.[1];
  const join = joinsWord.exec(code)?.[1];
  const value = writesValue.exec(code)?.[1];
  const fault = throwsUnset.exec(code)?.[1];
  const letters = changesLetters.exec(code)?.[1];
  const element = setsElement.exec(code)?.[2];
  const command = namesCommand.exec(code)?.[1];
  const [, parser, token, kind] = joinsAssigned.exec(code) ?? [];
  const changed = code
    .replace(joinsSome, (body, context: string, place: string) =>
      body
        .replace(/(case"Q":return \w+\?"":)(\w+)\((\w+)\)/, `$1ofEach(${context},${place},$3,$2)`)
        .replaceAll('.join(" ")', `.join(/\\*\\]?$/.test(${place})?${between}(${context}.state.env):" ")`),
    )
    .replace(
      transforms,
      `$&const told=$4?undefined:toldWhole($2,$3,$5.operator,${elements},${value});if(told!==undefined)return told;`,
    )
    .replace(transformsEach, "$&||/[AK]/.test($1.parts[0].operation.operator)")
    .replace(expandsPlace, "$1if(/\\$\\(|`|\\$\\{(?!\\w+\\})/.test($3)&&!/^'[^]*'$/.test($3))return placeText($2,$3);")
    .replace(changesText, `$1ofEach($3,${place},$4,(text)=>$2($3,text,$5));return`)
    .replace(readsListText, "$1&&!$3)")
    .replace(keepsBefore, "$1($5?$2:$3)")
    .replace(
      readsAll,
      '$1=$5?.type==="Length"&&/\\[[@*]\\]$/.test($4)?"":$2;if(!$5)return $1;if($1===""&&$5.type==="Length")return $6($3,$4,$1);',
    )
    .replace(addsElements, "$1$2=nextPlace($3.state.arrays?.get($4));if($2>0)$5=$2")
    .replace(countsElements, `$&if(isUnset($2,$1)&&$2.state.env.get($1)===void 0)throw new ${fault}($1);`)
    .replace(countsAll, "$1$3=$5.state.arrays?.get($2)?.elements.size??$4.length;$6return $3>0?String($3)")
    .replace(empties, "$1const array=$2;array.elements.clear();array.isSet=true}")
    .replace(setsElement, `$1$6=${letters}($3,$4,$6);$7.isSet=true;if(Number($5)>$7.last)$7.last=Number($5);`)
    .replaceAll(getsElements, (whole, ...[set, context, name, key, value]: string[]) =>
      set === element ? `${set}(${context},${name},${key},await elementText(${context},${name},${value})` : whole,
    )
    .replace(becomesList, "$4&&!$3&&keepValue($1,$2,()=>$6($1,$2)),$&")
    .replace(becomesMap, "$1keepValue($2,$3,()=>$4)}")
    .replace(declaresLocal, "$1$2.isSet=false")
    .replace(copies, "return{kind:$1.kind,isSet:$1.isSet,elements:new Map($1.elements)}")
    .replace(
      parsesList,
      `const isCalculated=${command}?.parts[0]?.value==="let";$4.push(isCalculated?calculatedWord(${parser},${token},${kind}):listWord($3,$1))`,
    )
    .replace(
      writesList,
      `$&return listText($2,(parts)=>${split}($1,{type:"Word",parts}),(parts)=>${join}($1,{type:"Word",parts}));`,
    )
    .replace(readsList, "match(/^([a-zA-Z_][a-zA-Z0-9_]*)=\\0\\((.*)\\)$/s)")
    .replace(
      listsEmpty,
      `declare -$1\${arrayOptions(${state},$2)} \${$2}\${${state}.state.arrays?.get($2)?.isSet?'=()':''}\n`,
    )
    .replace(lists, `declare -$1\${arrayOptions(${state},$2)} \${$2}=($`);
  return `${listText}const keepValue=({state:{env,callDepth}},name,makeList)=>{
  const value=env.get(name),list=makeList();
  if(callDepth>0||value===undefined)return;
  list.elements.set("0",value);
  list.isSet=true;
  env.delete(name);
};
const elementText=async(context,name,text)=>context.state.integerVars?.has(name)?String(await calculatedText(context,text)):text;
const placeText=(context,text)=>printedBy(context,'printf %s "'+text.replace(/^"([^]*)"$/,"$1")+'"');
const printedBy=async(context,line)=>{
  const{stdout,stderr,stdoutKind}=await ranText(context,line);
  if(stderr)context.state.expansionStderr=(context.state.expansionStderr||"")+stderr;
  return stdoutKind==="bytes"?escapedText(Uint8Array.from(stdout,(sign)=>sign.charCodeAt(0))):stdout;
};
// The place behind the last element, which is kept: a loop may add thousands.
const nextPlace=(array)=>{
  if(!array)return 0;
  if(array.last===undefined||!array.elements.has(String(array.last)))array.last=[...array.elements.keys()].reduce((last,key)=>Math.max(last,Number(key)),-1);
  return array.last+1;
};
const isUnset=({state},array)=>state.options.nounset&&!state.arrays?.get(array)?.isSet;
const toldWhole=(context,place,operator,elementsOf,written)=>{
  const{state}=context,[,name,all]=/^(\\w+)(\\[[@*]\\])?$/.exec(place)??[];
  if(name===undefined)return undefined;
  if(operator==="A"&&(all||state.arrays?.has(name)||${options}(context,name)!=="--"))return placeText(context,"$(declare -p "+name+")").then((text)=>all||!state.arrays?.has(name)?text.replace(/="([^]*)"$/,(whole,value)=>all?whole:"='"+value+"'"):text.replace(/=\\(.*/,"='"+(elementsOf(context,name)[0]?.[1]??"")+"'"));
  if(operator!=="K"||!all)return undefined;
  const isMap=state.associativeArrays?.has(name);
  return elementsOf(context,name).map(([key,value])=>(isMap?keyText(key):key)+" "+written(value)).join(" ")+(isMap?" ":"");
};
const arrayOptions=(context,name)=>${options}(context,name).replace(/-/g,"");
const ofEach=async(context,place,text,change)=>{
  const[whole,name,sign]=/^(?:(\\w+)\\[)?([@*])\\]?$/.exec(place)??[];
  if(whole===undefined)return change(text);
  const{env}=context.state,texts=name?${elements}(context,name).map(([,value])=>value):Array.from({length:Number(env.get("#")??0)},(_,at)=>env.get(String(at+1))??"");
  const changed=[];
  for(const each of texts)changed.push(await change(each));
  return changed.join(sign==="*"?${between}(env):" ");
};
${changed}`;
}
