import { scriptFile, scriptInput } from "../../run/sandbox/scripts/script-file.ts";

/**
 * Changes of the shell's code (`shell-changes.ts`) in what it says of a fault: bash names the script and the line (`a.sh: line 3: x: command
 * not found`), which scripts print with `2>&1` and people look for, where the library always says `bash:`. Lines are those of the script
 * also in `$(…)` and `(…)`, which the library counts from the beginning of each.
 */

/** Matches where a command's line is noted, and where a `for ((…))` notes its own. */
const notesLine = /((\w+(?:\.ctx)?\.state)\.currentLine=\w+(?:\.line)?)(?=\))/g;

/** Matches where a simple command has run, before its output goes where it is sent. */
const hasRun = /(\w+)=await this\.runCommand\((\w+)((?:,\w+){3},!1,!1,\w+,\w+)\)/;

/** Matches where what was said while a command's words were expanded is told. */
const tellsExpanded = /stderr:this\.ctx\.state\.expansionStderr\+/g;
const tellsAlone = /\(this\.ctx\.state\.expansionStderr\|\|""\)\+/;

/** Matches where a command begins, and forgets what was said while the words of a `for` or `case` around it were expanded. */
const forgetsExpanded = /this\.ctx\.state\.expansionStderr=""(?=;let \w+=await \w+\(this\.ctx,\w+\);if\(\w+\.error\))/;

/** Matches where a `for` or `case`, whose words may say something, has run. */
const hasRunAround =
  /(async function [\w$]+\((\w+),(\w+)\)\{return [\w$]+\(\2,\3\.redirections,"",\(\)=>)([\w$]+\(\2,\3\))(?=\))/g;

/** Matches where parentheses and braces end by a fault, which is told without what was printed before. */
const endsByFault = /(\w+)\.append\("stderr",(`\$\{\w+\((\w+)\)\}\n`)\)/g;

/** Matches where a script ends by `exit`, but not where a variable would change that cannot: it goes on, as after some other faults. */
const leavesScript = /(if\((\w+) instanceof \w+)(\)throw \2\.prependOutput\((\w+)\.stdout,\4\.stderr\),\2;)/;

/** Matches where words that are no test are too many. */
const tooMany = /(\w+)\(`test: too many arguments\n`,2\)/;

/** Matches where parentheses end by a fault, which is told where `exec` has led what they say. */
const endsBrackets =
  /(async function \w+\((\w+),(?:\w+,){3}\w+\)\{\(\w+\|\|\w+\)&&\(\2\.state\.groupStdin=.{0,300}?\}catch\((\w+)\)\{)(?=if\()/s;

/** Matches what gives output to where the shell's own goes by `exec`, and what opens the places of a command. */
const gives = /async function (\w+)\(\w+,\w+,\w+,\w+,\w+=new Map,\w+=new Map,\w+="bash"/;
const opensPlaces = /function (\w+)\(\w+,\w+,\w+\)\{let \w+=\{numericSnapshot:/;

/** Matches where a redirection's fault goes where the redirections before it lead. */
const tellsRedirection = /(error:await \w+\((\w+),)(\w+)(?=,\w+\.slice\(0,\w+\),)/;

export const faultPlaces = [
  tellsRedirection,
  gives,
  opensPlaces,
  endsBrackets,
  tooMany,
  leavesScript,
  notesLine,
  hasRun,
  tellsExpanded,
  tellsAlone,
  hasRunAround,
  endsByFault,
];

/** Commands that pass on what others say. */
const programs = String.raw`/^(?:.*\/)?(?:bash|sh|dash|env|find|node|python3?|timeout|tsx|xargs)$/`;

/** Functions, as text: `faultLines` says what is wrong with a script; `placed` names script and line in what is said of a fault; `fromLine` counts a text's lines from the present one. */
export const faultHelpers = String.raw`const faultLines=(state,line,{message,shown})=>{
  const at=(callStack(state).sourceStack[0]??"bash")+": line "+(line+(state.lineBase??0))+": ";
  return at+message+"\n"+(shown===undefined?"":at+"\x60"+shown+"'\n");
};
// What ends a line, as it cannot be calculated or put in.
const isFault=({name}={})=>name==="ArithmeticError"||name==="BadSubstitutionError";
// What has a bad place in it ends the lines around it too (eval, source), up to the next one that is read from a file.
const inText=async(state,run)=>{
  state.innerTexts=(state.innerTexts??0)+1;
  try{return await run()}finally{state.innerTexts--}
};
const textKind=({innerTexts,subshells,env})=>({isInner:innerTexts>0,isRead:!subshells&&(env.has("${scriptFile}")||env.has("${scriptInput}"))});
const placed=(state,text)=>text.replace(/^bash: ((?:\w+: )?)([^\n]*)(?=: (?:command not found|No such file or directory)$)/gm,(_,name,word)=>"bash: "+name+shownWord(word)).replace(/^bash: (?!line \d)(illegal option|option requires)?/gm,(whole,option)=>{
  const name=callStack(state).sourceStack[0]??state.env.get("0")??"bash";
  return option?name+": "+option:name+": line "+state.currentLine+": ";
});
// What the words of a loop said is told behind it, where no command inside has told it.
const withSaid=async({state},running)=>{
  const result=await running,said=state.expansionStderr;
  state.expansionStderr="";
  return said?{...result,stderr:result.stderr+placed(state,said)}:result;
};
const placedOf=(state,name,result)=>result.stderr&&!${programs}.test(name)?{...result,stderr:placed(state,result.stderr)}:result;
const nameOf=({type,name})=>type==="SimpleCommand"?name?.parts[0]?.value??"":"";
const fromLine=async(state,line,run)=>{
  const before=[state.currentLine,state.lineBase];
  state.lineBase=line-1;
  try{return await run()}finally{[state.currentLine,state.lineBase]=before}
};
const toLine=(state,{line,body,condition,clauses})=>{
  const first=line??(body?.[0]??condition?.[0]??clauses?.[0]?.condition[0])?.pipelines?.[0].commands[0].line;
  if(first!==undefined)state.currentLine=first+(state.lineBase??0);
};
`;

/** Functions, as text, that tell a fault where `exec` has led what the shell says. */
const toldInPlace = (open = "", give = "") => `const toPlace=async(context,fault)=>{
  const{stderr}=fault;
  if(!stderr||fault.isInPlace||!context.state.fileDescriptors?.has(2))return;
  const places=await ${open}(context,[],"").prepare("");
  const given=await ${give}(context,{stdout:"",stderr,exitCode:1},[],places.targets,places.dupSources,places.standardRoutes);
  Object.assign(fault,{isInPlace:true,stdout:fault.stdout+given.stdout,stderr:given.stderr});
};
`;

/** The code with these changes. */
export function changedFaults(code: string): string {
  const changed = code
    .replace(
      leavesScript,
      "await toPlace(this.ctx,$2);if($2.isOfPlace&&isInner)throw $2.prependOutput($4.stdout,$4.stderr),$2;$1&&!isFixed($2)$3if(isFault($2)||/^(?:Glob|BraceExpansion)Error$/.test($2.name)||isFixed($2))this.ctx.fs.outputs.tellFault($2);",
    )
    .replace(tellsRedirection, '$1placedOf($2.state,"",$3)')
    .replace(endsBrackets, "$1await toPlace($2,$3);")
    .replace(tooMany, "$1(`bash: [: too many arguments\\n`,2)")
    .replace(notesLine, "$1+($2.lineBase??0)")
    .replace(hasRun, "$1=placedOf(this.ctx.state,$2,await this.runCommand($2$3))")
    .replace(forgetsExpanded, 'this.ctx.state.expansionStderr??=""')
    .replace(tellsExpanded, "stderr:placed(this.ctx.state,this.ctx.state.expansionStderr)+")
    .replace(tellsAlone, 'placed(this.ctx.state,this.ctx.state.expansionStderr||"")+')
    .replace(hasRunAround, "$1withSaid($2,$4)")
    .replace(
      endsByFault,
      '($1.append("stdout",$3.stdout??""),$1.append("stderr",$3.isInPlace?$3.stderr:$3.stderr||$2))',
    );
  return toldInPlace(opensPlaces.exec(code)?.[1], gives.exec(code)?.[1]) + changed;
}
