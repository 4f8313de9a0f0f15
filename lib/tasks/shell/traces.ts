import { chosenFirst } from "../../run/sandbox/shell-syntax.ts";

/**
 * Changes of the shell's code (`shell-changes.ts`) in what `set -x` prints: the library prints commands without those that repeat or choose
 * (`for`, `case`, `[[`, `((`), all of them with one `+`, and quotes words in its own way.
 */

/** Matches where a command is printed, and a variable that is set. */
const tracesCommand =
  /(async function (\w+)\((\w+),\w+,\w+\)\{if\(!\3\.state\.options\.xtrace\)return"";let) \w+=await (\w+)\(\3\),(\w+)=\[(\w+),\.\.\.(\w+)\],\w+=\w+\(\5\);return`[^`]*`/;
const tracesVariable = /\w+\.state\.options\.xtrace\?`[^`]*`:""/;

/** Matches where the variables of a command are set. */
const sets =
  /(async function \w+\((\w+),\w+\)\{let \w+=new Map,(\w+)="";for\(let (\w+) of \w+\.assignments\)\{let (\w+)=\4\.name;)(if\(\4\.array\)\{.{0,260}?\})(let (\w+)=\4\.value\?await \w+\(\2,\4\.value\):"";)/s;

/** Matches where a command has its redirections, of which one may fail, those of an `exec` without a command, and where it is printed. */
const leads =
  /(=(\w+)\.shift\(\),\w+\.shift\(\)\);)(let \w+=\w+\(this\.ctx,\w+\.redirections,(\w+)==="exec"\?.{0,160}?\((\w+)\.finish\(\),)(\w+\.error)(\);.{0,700}?return \5\.finish\(\),)(\w+)(\}.{0,300}?let \w+=)await \w+\(this\.ctx,\4,\2\)/s;

/** Matches where what was printed of a command is put before what it says, and then goes where the command's own redirections lead. */
const joins =
  /(let (\w+)=\w+\+\w+;if\()\2&&\((\w+)=\{\.\.\.\3,stderr:\2\+\3\.stderr\}\),(\3=await .{0,400}?),(?=\w+\.finish\(\),\w+\)throw)/s;

/** Matches what `[[ … ]]` asks: a negation, two words, one word behind a test, and one alone. */
const asks = /async function (\w+)\((\w+),(\w+)\)\{(?=switch\(\3\.type\)\{case"CondBinary")/;
const negates = /(==="CondWord"\?.{0,120}?!await \w+\(\w+,\w+\.operand)(\))/;
const comparesTwo =
  /(case"CondBinary":\{let (\w+)=await \w+\(\w+,\w+\.left\),.{0,400}?else \w+\((\w+)\.operator\)&&!(\w+)\?(\w+)=await \w+\((\w+),\3\.right\):\5=await \w+\(\6,\3\.right\);)/s;
const asksOne = /(case"CondUnary":\{let (\w+)=await \w+\((\w+),(\w+)\.operand\);)/;
const asksWord = /(case"CondWord":)return await (\w+)\((\w+),(\w+)\.word\)!==""/;

export const tracePlaces = [
  tracesCommand,
  tracesVariable,
  sets,
  leads,
  joins,
  asks,
  negates,
  comparesTwo,
  asksOne,
  asksWord,
];

/** Functions, as text, that print what runs where the shell says what runs (`traced`), or give what could not be printed yet. */
const traceHelpers = (prefix = "") => String.raw`const isSpecial=/[\s'"\\|&;()<>!{}*[?\]^$\x60]|^[#~]|[=:]~/;
const tracedValue=(text)=>isSpecial.test(text)?text==="'"?"\\'":"'"+text.replaceAll("'","'\\''")+"'":text;
const tracedWord=(text)=>text===""?"''":tracedValue(text);
const traced=async(context,text,isPart=false)=>{
  const{options,traces=0,funcNameStack=[],expansionStderr:said}=context.state;
  if(!options.xtrace||funcNameStack.includes("__select")||text==="(( ${chosenFirst} ))")return"";
  context.state.expansionStderr="";
  const first=await ${prefix}(context),line=placed(context.state,said??"")+([...first][0]??"").repeat(traces)+first+text+"\n";
  if(!context.state.fileDescriptors?.has(2))return context.fs.outputs.traced(line,isPart);
  const told={stdout:"",stderr:line};
  await toPlace(context,told);
  if(told.stdout)context.fs.outputs.said(told.stdout,isPart);
  return told.stderr;
};
// What is printed here is told with the command around it.
const tracedHere=async(context,text)=>{context.state.expansionStderr=await traced(context,text)||context.state.expansionStderr};
const assignmentText=(assignment)=>commandText({type:"SimpleCommand",assignments:[assignment],name:null,args:[],redirections:[]},written);
// A list's values, each in quotes.
const listed=(values)=>(values.match(/(?:\[[^\]]*\]=)?(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s()"'\0]+)/gs)??[])
  .map((value)=>value.replace(/^(?:\[(.*?)\]=)?(["']?)(.*)\2$/s,(_,key,sign,text)=>(key===undefined?"":"['"+key+"']=")+"'"+text+"'"))
  .join(" ");
const tracedCall=async(context,words)=>{
  const[command,name,...list]=words;
  if(command==="__select")return traced(context,"select "+name+" in "+list.join(" "));
  const isSetting=/^(?:export|readonly)$/.test(command),parts=words.map((word)=>/^([A-Za-z_]\w*)(\+?=)([^]*)$/.exec(word)??[word]);
  const lists=/^(?:local|declare|typeset|export|readonly)$/.test(command)?parts.filter((part)=>/^\0?\(.*\)$/s.test(part[3])):[];
  let text="";
  for(const[,list,sign,values]of lists)text+=await traced(context,list+sign+"("+listed(values)+")");
  text+=await traced(context,parts.map((part)=>tracedWord(lists.includes(part)?part[1]:part[0])).join(" "));
  if(isSetting)for(const part of parts)if(part[1]&&!lists.includes(part))text+=await traced(context,part[1]+part[2]+tracedValue(part[3]));
  return text;
};
const tracedTest=(context,isNot,...words)=>context.state.options.xtrace&&tracedHere(context,"[[ "+(isNot?"! ":"")+words.map((word)=>word||"''").join(" ")+" ]]");
const quotedPattern=(text)=>text.replace(/[^]/gu,"\\$&");
const tracedPart=async(context,command)=>{
  const text=context.state.options.xtrace?await traced(context,textOf(command).trimEnd(),true):"";
  return context.fs.outputs.send({...(context.fs.outputs.isOne?{stdout:text,stderr:""}:{stdout:"",stderr:text}),exitCode:0});
};
const afterPart=async(context,command,run)=>{
  const said=await tracedPart(context,command),result=await run();
  return said.stdout||said.stderr?{...result,stdout:said.stdout+result.stdout,stderr:said.stderr+result.stderr}:result;
};
const deeper=async({state},run)=>{
  state.traces=(state.traces??0)+1;
  try{return await run()}finally{state.traces--}
};
`;

/** The code with these changes. */
export function changedTraces(code: string): string {
  const [, , call, , prefix] = tracesCommand.exec(code) ?? [];
  const changed = code
    .replace(tracesCommand, "$1 $5=[$6,...$7];return tracedCall($3,$5)")
    .replace(tracesVariable, '""')
    .replace(
      sets,
      '$1if($4.array)$3+=await traced($2,assignmentText($4));$6$7$3+=await traced($2,$5+($4.append?"+=":"=")+tracedValue($8));',
    )
    .replace(
      leads,
      `$1const ofCall=$4===""&&isNothing?"":await ${call}(this.ctx,$4,$2);$3ofCall?{...$6,stderr:ofCall+$6.stderr}:$6$7ofCall?{...$8,stderr:ofCall}:$8$9ofCall`,
    )
    .replace(joins, "$1$4,$2&&($3={...$3,stderr:$2+$3.stderr}),")
    .replace(asks, "async function $1($2,$3,isNot){")
    .replace(negates, "$1,!0$2")
    .replace(
      comparesTwo,
      '$1await tracedTest($6,isNot,$2,$3.operator,$4&&/^[!=]/.test($3.operator)&&$3.operator!=="=~"?quotedPattern($5):$5);',
    )
    .replace(asksOne, "$1await tracedTest($3,isNot,$4.operator,$2);")
    .replace(asksWord, '$1{const word=await $2($3,$4.word);await tracedTest($3,isNot,"-n",word);return word!==""}');
  return traceHelpers(prefix) + changed;
}
