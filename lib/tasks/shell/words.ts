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

/** Matches where a word ends of which nothing is left, which is one all the same if it has quotes. */
const endsWord =
  /(if\(!\w+\)\{let \w+=(\w+)\.map\(\w+=>\w+\.value\)\.join\(""\);return \w+\?\[\w+\]:\[\]\}let .{0,2400}?:(\w+)\.length===0&&)(\w+)(?=&&)/s;

/** Matches what a part of a text is replaced by, and where it is put in. */
const readsReplacement = /(\w+)\.replacement\?await (\w+)\((\w+),\1\.replacement\.parts\):""/g;
const putsIn =
  /(,(\w+)=\w+\.exec\(\w+\);for\(;\2!==null&&.{0,260}?\.append\(\w+\.slice\(\w+,\2\.index\)\),\w+\.append\()(\w+)\)/;

/** Matches where a text is counted from its end. */
const countsBack = /(let (\w+)=\[\.\.\.\w+\],(\w+)=\w+;if\(\3<0&&\(\3=)Math\.max\(0,\2\.length\+\3\)/;

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

export const wordPlaces = [
  ...[
    splits,
    beginsWithBrace,
    endsWord,
    readsReplacement,
    putsIn,
    countsBack,
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

/** A command that would change a variable that cannot be changed fails; the shell goes on. */
const setting = String.raw`const changing=/^(?:local|declare|typeset|export|readonly|read|mapfile|readarray|getopts)$/;
const callOwn=async(name,run)=>{
  try{return await run()}
  catch(error){
    if(changing.test(name)&&/: readonly variable\n$/.test(error?.stderr??""))return{stdout:"",stderr:error.stderr,exitCode:1};
    throw error;
  }
};
const forgetOwn=(state,before)=>{
  for(const scope of[state.localScopes.at(-1),state.localArrayScopes?.at(-1)])for(const name of scope?.keys()??[])if(!before.has(name))state.readonlyVars?.delete(name);
};
`;

/** The code with these changes. */
export function changedWordParts(code: string): string {
  const number = calculates.exec(code)?.[2];
  const changed = code
    .replace(
      splits,
      '$1if($8!==""&&($11||$5.value!==""&&" \\t\\n".includes($5.value[0])&&$6.includes($5.value[0]))){$9($7,$10,$8);$8="";$11=false}',
    )
    .replace(beginsWithBrace, "$1readWord")
    .replace(endsWord, "$1($4||$2.some((part)=>part.isQuoted))")
    .replace(readsReplacement, '$1.replacement?await replacementOf($1.replacement.parts,(parts)=>$2($3,parts)):()=>""')
    .replace(putsIn, "$1$3($2[0]))")
    .replace(countsSize, "$1String($2)")
    .replace(countsBack, "$1$2.length+$3<0?1/0:$2.length+$3")
    .replace(
      setsElement,
      `let $1=$4.state.integerVars?.has($6)?await ${number}($4,$2?\`(\${$5($4,$6,$7)||0})+(\${$8})\`:$8):$2?$3:$8`,
    )
    .replace(
      callsOwn,
      "async function $1($2,$3,...all){return callOwn($3,()=>$1Own($2,$3,...all))}async function $1Own($2,$3,$4,$5){",
    )
    .replace(clearsValue, '.env.delete("OPTARG")')
    .replace(saysTooFew, '$1""');
  return `${replacement}${setting}${changed}`;
}
