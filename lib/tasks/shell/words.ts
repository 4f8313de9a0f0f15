/**
 * Changes of the shell's code (`shell-changes.ts`) in what single words stand for: it joins ` a` behind a text to one word with it, takes
 * `&` in `${x/a/&}` for itself and `${x: -9}` of a shorter text for all of it, and does not calculate in an array of numbers. Also, in what
 * variables do that cannot be changed: it ends where a command would change one, and keeps a function's own for good.
 */

/** Matches where a part of a word is split, which may begin with a blank, or follow one. */
const splits =
  /(else\{)(?=let\{words:(\w+),hadLeadingDelimiter:(\w+),hadTrailingDelimiter:(\w+)\}=[\w$]+\((\w+)\.value,(\w+),(\w+)\.limits\.maxArrayElements\);if\(\w+&&\3&&(\w+)===""&&\((\w+)\(\7,(\w+),""\),\w+=!0\),\2\.length===0\)\4&&\((\w+)=!0\))/;

/** Matches where a word begins with a brace, which is read without the quotes behind it. */
const beginsWithBrace = /(\.scanBraceExpansion\((\w+)\)!==null\?this\.)readWordWithBraceExpansion(?=\(\2,)/;

/** Matches where the end of `${x:-…}` is looked for, in a word and in its parts: only `${` and what is in `$(…)` has braces of its own. */
const readsBraces =
  /(let (\w+)=1,\w+=!1,\w+=!1,\w+=\w+,\w+=\w+,\w+=\w+,\w+=\w+)(;for\(;\2>0&&(\w+)<\w+;\)\{let (\w+)=(\w+)\[\4\];.{0,400}?)\5==="\{"\?\2\+\+:(?=\5==="\}"&&\2--)/s;
const findsBrace =
  /(function \w+\(\w+,(\w+),(\w+)\)\{let (\w+)=\3,(\w+)=1)(;for\(;\4<\2\.length&&\5>0;\)\{let (\w+)=\2\[\4\];.{0,400}?)\7==="\{"\?\5\+\+:(?=\7==="\}"&&\5--,\5>0&&\4\+\+\}return \4\})/s;

/** Matches where a word ends of which nothing is left, which is one all the same if it has quotes. */
const endsWord =
  /(if\(!\w+\)\{let \w+=(\w+)\.map\(\w+=>\w+\.value\)\.join\(""\);return \w+\?\[\w+\]:\[\]\}let .{0,2400}?:(\w+)\.length===0&&)(\w+)(?=&&)/s;

/** Matches what a part of a text is replaced by, and where it is put in. */
const readsReplacement = /(\w+)\.replacement\?await (\w+)\((\w+),\1\.replacement\.parts\):""/g;
const putsIn =
  /(,(\w+)=\w+\.exec\(\w+\);for\(;\2!==null&&.{0,260}?\.append\(\w+\.slice\(\w+,\2\.index\)\),\w+\.append\()(\w+)\)/;

/** Matches where a pattern's `#` and `%` tell where it is looked for, but not in `${x//%/}`. */
const readsEnd =
  /(let (\w+)=\w+==="\/";(\w+)\+=\2\?2:1;let \w+=null;)((\w+)\[\3\]==="#"\?\(\w+="start",\3\+\+\):\5\[\3\]==="%"&&\(\w+="end",\3\+\+\);)/;

/** Matches how letters are made large and small, to which `${x~~}` belongs. */
const readsCase = /(\w+==="\^"\|\|(\w+)===",")(.{0,30}?)\2==="\^"\?"upper":"lower"/;
const changesSign = /(\w+)\.direction==="upper"\?\w+=>\w+\.toUpperCase\(\):\w+=>\w+\.toLowerCase\(\)/;
const changesFirst = /(\w+\.test\((\w+)\))\?\((\w+)\+=(\w+\(\2\)),(\w+)=!0\):\3\+=\2(?=;return)/;
const changesCase =
  /return (\w+)\.direction==="upper"\?\1\.all\?(\w+)\.toUpperCase\(\):\2\.charAt\(0\)\.toUpperCase\(\)\+\2\.slice\(1\):[^}]*(?=\})/;

/** Matches what replaces names in a map's key. */
const readsKey = /function (\w+)\(\w+,(\w+)\)\{let \w+=\2\.replace\(\/\\\$\\\{\(\[a-zA-Z_\]/;

/** Matches where a variable is read in a text, in which quotes stand for themselves in a here-document. */
const inHereDocument = /(if\(\w+==="'"&&!\w+&&!(\w+)\)\{.{0,500}?\{part:\w+,endIndex:\w+\}=\w+\(\w+,\w+,\w+)\)/;

/** Matches where a text is counted from its end. */
const countsBack = /(let (\w+)=)\[\.\.\.(\w+)\](,(\w+)=\w+;if\(\5<0&&\(\5=)Math\.max\(0,\2\.length\+\5\)/;

/** Matches where `${x:1:2}` and `${#x}` count signs, which are bytes under `LC_ALL=C`. */
const countsSigns = /function \w+\((\w+),\w+,\w+,\w+\)\{\1\.coverage\?\.hit\("bash:expansion:substring"\)/;
const measuresText =
  /function \w+\((\w+),\w+,(\w+)\)\{(?:if.{0,80}?;)?\1\.coverage\?\.hit\("bash:expansion:length"\).{0,700}?return String\(\[\.\.\.\2\]\.length\)\}/;

/** Matches what splits a word into several, and what tells what `${x+…}` and `${x:-…}` stand for, if that is what is behind the sign. */
const splitsWord = /async function ([\w$]+)\((\w+),(\w+),(\w+)\)\{\2\.coverage\?\.hit\("bash:expansion:word_glob"\);/;
const choosesWord =
  /async function (\w+)\(\w+,(\w+)\)\{let (\w+)=\2\.operation;if\(!\3\|\|\3\.type!=="DefaultValue"&&\3\.type!=="AssignDefault"&&\3\.type!=="UseAlternative"\)return null;let (\w+)=\3\.word;if\(!\4\|\|\4\.parts\.length===0\)/;

/** Matches where an array's element is set, and what calculates a number. */
const setsElement =
  /let (\w+)=(\w+)\?(\w+\((\w+),(\w+)\(\4,(\w+),(\w+)\)\|\|"",(\w+)\)):\8(?=;return \w+\.name\|\|\w+\(\4,\6,\7,\1)/;
const calculates = /\((\w+)=await (\w+)\(\w+,\1\)\)/;

/** Matches where the shell's own commands are called. */
const callsOwn =
  /async function (\w+)\((\w+),(\w+),(\w+),([^)]*)\)\{(?=let\{ctx:\w+,runCommand:\w+\}=\2;if\(\w+\.coverage&&\w+\.has\(\3\))/;

/** Matches where `getopts` begins, which leaves `OPTARG` unset where an option has no value, and where `shift` has nothing to move. */
const clearsValue = /\.env\.set\("OPTARG",""\)/;
const saysTooFew = /(let \w+=)`bash: shift: shift count out of range\n`/;

/** Matches where the size of what is put into each of several texts is counted. */
const countsSize = /(,\w+=\w+\()(\w+)(?=\),\w+=0,\w+=\/\\\$\(\?:)/;

/** Matches where the words between braces are told apart, by commas in quotes too. */
const partsBraces =
  /(function \w+\((\w+)\)\{)let (\w+)=\[\],(\w+)="",\w+=0;for\(let \w+=0;\w+<\2\.length;\w+\+\+\)\{let (\w+)=\2\[\w+\];\5==="\{"\?.{0,90}?return \3\.push\(\4\),\3\}/;
const seesBraces = /(\w+)\.includes\(","\)(?=(?:&&\w+)?\?\{part:\{type:"BraceExpansion")/g;

const braces = String.raw`const bracesApart=(text)=>{
  const found=[""];
  let depth=0;
  for(const[part]of text.matchAll(/\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|\$\([^()]*\)|[^]/g)){
    depth+=(part==="{")-(part==="}");
    if(part===","&&depth===0)found.push("");
    else found[found.length-1]+=part;
  }
  return found;
};
`;

/** Matches what writes braces as a script has them. */
const writesBraces = /case"BraceExpansion":return (\w+)\(/;

export const wordPlaces = [
  writesBraces,
  ...[
    partsBraces,
    seesBraces,
    splits,
    beginsWithBrace,
    readsBraces,
    findsBrace,
    endsWord,
    readsReplacement,
    putsIn,
    readsEnd,
    readsCase,
    changesSign,
    changesFirst,
    changesCase,
    readsKey,
    inHereDocument,
    countsBack,
    countsSigns,
    measuresText,
    splitsWord,
    choosesWord,
    countsSize,
    setsElement,
    calculates,
    callsOwn,
    clearsValue,
    saysTooFew,
  ],
];

/** What a part of a text is replaced by: `&` that is not in quotes stands for that part. */
const replacement = String.raw`const replacementOf=async(parts,textOf)=>{
  const pieces=[];
  for(const part of parts){
    const text=await textOf([part]);
    const isQuoted=/Quoted$|^Escaped$/.test(part.type);
    pieces.push(isQuoted?()=>text:(found)=>text.replace(/\\?&/g,(sign)=>sign==="&"?found:"&"));
  }
  return(found)=>pieces.map((piece)=>piece(found)).join("");
};
`;

/** How a sign is changed by `${x^^}`, `${x,,}` and `${x~~}`. */
const letters = `const caseOf={upper:(sign)=>sign==="ß"?sign:sign.toUpperCase(),lower:(sign)=>sign.toLowerCase(),other:(sign)=>sign===sign.toUpperCase()?sign.toLowerCase():sign.toUpperCase()};
`;

/** A map's key, with what it says of variables: only their names are read by the shell itself. */
const keys = String.raw`const keyIn=(byNames,context,text)=>/\$(?![A-Za-z_{])|\$\{(?![A-Za-z_]\w*\})|\x60/.test(text)?placeText(context,text):byNames(context,text);
`;

/** A command that would change a variable that cannot be changed fails; the shell goes on. */
const setting = String.raw`const changing=/^(?:local|declare|typeset|export|readonly|read|mapfile|readarray|getopts)$/;
const isFixed=(error)=>error!==undefined&&(error.isFixed??=/: readonly variable\n$/.test(error.stderr??""));
const callOwn=async(name,state,run)=>{
  if(name==="getopts"&&!state.env.get("OPTIND"))state.env.set("OPTIND","1");
  const line={eval:state.currentLine,source:1,".":1}[name];
  try{return await(line===undefined?run():inText(state,()=>fromLine(state,line,()=>deeper({state},run))))}
  catch(error){
    if(changing.test(name)&&isFixed(error))return{stdout:"",stderr:error.stderr,exitCode:1};
    throw error;
  }
};
const forgetOwn=(state,fixed,maps)=>{
  for(const scope of[state.localScopes.at(-1),state.localArrayScopes?.at(-1)])for(const name of scope?.keys()??[]){
    if(!fixed.has(name))state.readonlyVars?.delete(name);
    if(!maps.has(name))state.associativeArrays?.delete(name);
  }
};
`;

/** What a word stands for that is nothing but `${list[@]+"${list[@]}"}`, in quotes or not, or that has braces under `set +B`; `undefined` for another. */
const chosenParts = `const chosenParts=async(context,parts,choose)=>{
  const isBraces=({type})=>type==="BraceExpansion";
  if(context.state.options.braceexpand===false&&parts.some(isBraces))return parts.map((part)=>isBraces(part)?{type:"Literal",value:bracesText(part)}:part);
  const isQuoted=parts[0]?.type==="DoubleQuoted",[part,...more]=isQuoted?parts[0].parts:parts,{operation,parameter}=part??{};
  if(parts.length!==1||more.length>0||!/^(?:UseAlternative|DefaultValue)$/.test(operation?.type))return undefined;
  if(!/"parameter":"(?:@|\\w+\\[@\\])"/.test(JSON.stringify(operation.word?.parts??[])))return undefined;
  const found=await choose(context,part);
  if(found)return isQuoted?found.map((each)=>each.type==="DoubleQuoted"?each:{type:"DoubleQuoted",parts:[each]}):found;
  return operation.type==="UseAlternative"&&(!isQuoted||/^(?:@|\\w+\\[@\\])$/.test(parameter))?[]:undefined;
};
`;

/** The signs of a text: those of a C locale are bytes. */
const signs = `const signsOf=({state:{env}},text)=>{
  const isC=/^(?:C|POSIX)$/.test(env.get("LC_ALL")||env.get("LC_CTYPE")||env.get("LANG")||"");
  return isC?Array.from(escapedBytes(text),(byte)=>String.fromCharCode(byte<128?byte:0xdc00+byte)):[...text];
};
`;

/** Counts a sign that may be a brace to count. */
function countsBrace(sign: string, before: string, depth: string): string {
  const counted = `(inner>0||${before}==="$$")&&${depth}++`;
  return `${sign}==="("?inner++:${sign}===")"?inner--:${sign}==="{"?${counted}:`;
}

/** The code with these changes. */
export function changedWordParts(code: string): string {
  const number = calculates.exec(code)?.[2];
  const changed = code
    .replace(
      splits,
      '$1if($8!==""&&($11||$5.value!==""&&" \\t\\n".includes($5.value[0])&&$6.includes($5.value[0]))){$9($7,$10,$8);$8="";$11=false}',
    )
    .replace(partsBraces, "$1return bracesApart($2)}")
    .replace(seesBraces, "bracesApart($1).length>1")
    .replace(beginsWithBrace, "$1readWord")
    .replace(readsBraces, `$1,inner=0$3${countsBrace("$5", "$6[$4-1]", "$2")}`)
    .replace(findsBrace, `$1,inner=0$6${countsBrace("$7", "$2[$4-1]", "$5")}`)
    .replace(endsWord, "$1($4||$2.some((part)=>part.isQuoted))")
    .replace(readsReplacement, '$1.replacement?await replacementOf($1.replacement.parts,(parts)=>$2($3,parts)):()=>""')
    .replace(putsIn, "$1$3($2[0]))")
    .replace(readsEnd, "$1if(!$2){$4}")
    .replace(readsCase, '$1||$2==="~"$3({"^":"upper",",":"lower","~":"other"})[$2]')
    .replace(changesSign, "caseOf[$1.direction]")
    .replace(changesFirst, "($3+=$1?$4:$2,$5=true)")
    .replace(changesCase, "return $2.replace($1.all?/[^]/gu:/^[^]/u,caseOf[$1.direction])")
    .replace(new RegExp(`(?<==)(${readsKey.exec(code)?.[1]})\\(`, "g"), "await keyIn($1,")
    .replace(inHereDocument, "$1,$2)")
    .replace(countsSize, "$1String($2)")
    .replace(
      splitsWord,
      `$&const chosen=await chosenParts($2,$3.parts,${choosesWord.exec(code)?.[1]});if(chosen)return chosen.length>0?$1($2,{...$3,parts:chosen},$4):{values:[],quoted:!1};`,
    )
    .replace(measuresText, (whole, context) => whole.replaceAll(/\[\.\.\.(\w+)\]/g, `signsOf(${context},$1)`))
    .replace(countsBack, `$1signsOf(${countsSigns.exec(code)?.[1]},$3)$4$2.length+$5<0?1/0:$2.length+$5`)
    .replace(
      setsElement,
      `let $1=$4.state.integerVars?.has($6)?await ${number}($4,$2?\`(\${$5($4,$6,$7)||0})+(\${$8})\`:$8):$2?$3:$8`,
    )
    .replace(
      callsOwn,
      `async function $1($2,$3,...all){if($3==="caller")return callerOf($2.ctx.state,all[0]);return callOwn($3,$2.ctx.state,()=>$1Own($2,$3,...all))}async function $1Own($2,$3,$4,$5){`,
    )
    .replace(clearsValue, '.env.delete("OPTARG")')
    .replace(saysTooFew, '$1""');
  return `const bracesText=(part)=>${writesBraces.exec(code)?.[1]}(part);${braces}${chosenParts}${signs}${replacement}${letters}${keys}${setting}${changed}`;
}
