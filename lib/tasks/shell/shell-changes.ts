import { join } from "node:path";
import type { Plugin } from "rolldown";
import { arrayPlaces, changedArrays } from "./arrays.ts";
import { bytePlaces, changedBytes } from "./bytes.ts";
import { callPlaces, changedCalls } from "./calls.ts";
import { changedCommands, commandPlaces } from "./commands.ts";
import { changedContexts, contextPlaces } from "./contexts.ts";
import { changedEnds, endPlaces } from "./ends.ts";
import { changedFaults, faultPlaces } from "./faults.ts";
import { changedFiles, filePlaces, intoFiles } from "./files.ts";
import { shellHelpers } from "./helpers.ts";
import { changedInputs, inputPlaces } from "./inputs.ts";
import { changedNames, namePlaces } from "./names.ts";
import { changedNumbers, numberPlaces } from "./numbers.ts";
import { changedOptions, changedUnset, optionPlaces } from "./options.ts";
import { changedOwnWords, ownWordPlaces } from "./own-words.ts";
import { changedPatterns, patternPlaces } from "./patterns.ts";
import { replacedPlaces, withoutReplaced } from "./replaced.ts";
import { changedRoutes, routePlaces } from "./routes.ts";
import { changedSubstitutions, changedSyntax, substitutionPlaces, syntaxPlaces } from "./syntax.ts";
import { changedTraces, tracePlaces } from "./traces.ts";
import { changedVariables, variablePlaces } from "./variables.ts";
import { changedWordParts, wordPlaces } from "./words.ts";

/** What the shell's changed code imports, by the sandbox's file. */
const imported: Readonly<Record<string, string>> = {
  "arithmetic/calculation": "calculate",
  "arithmetic/calculation-pieces": "calculationPieces",
  "arithmetic/whole-numbers": "wholeNumber",
  "commands/versions": "versionText",
  "escaped-text": "escapedBytes,escapedText",
  "function-text": "commandText,functionText,ownText,substitutionText",
  "scripts/script-input": "statementsOf",
  "shell-syntax": "beginsPattern,isInPattern,nativePattern,readScript,shownWord,timeText",
  "shell-variables": "inHashOrder,keyText,ownVariable",
};
const imports = Object.entries(imported)
  .map(([file, names]) => `import{${names}}from"skillground:${file}";`)
  .join("");

/** The file that the shell's changed code imports by a name; `undefined` for other names. */
export function importedFile(source: string): string | undefined {
  const [, file = ""] = /^skillground:(.+)$/.exec(source) ?? [];
  return file in imported ? join(import.meta.dirname, `../../run/sandbox/${file}.ts`) : undefined;
}

/** Matches where the shell runs a script file. */
const runsScript = /async executeUserScript\((\w+),(\w+),(\w+)=""\)\{/;

/** Matches where a command turns out to be a script file, which is told the name by which it was called. */
const callsScript = /("script"in \w+\)return (?=(\w+)\.includes\("\/"\)).{0,120}?,await \w+)\((\w+)\.path,/;

/** Matches where a file name pattern is expanded. */
const expands = /async expand\((\w+)\)\{if\(this\.globstar\)/;

/** Matches where commands and pipelines are run, and where a command substitution takes its output. */
const runsCommand = /async executeCommand\((\w+),(\w+),(\w+)=!1\)\{/;
const beginsTurn =
  /env\.set\((\w+)\.variable,\w+\);try\{(?=for\(let (\w+) of \1\.body\)\{let \w+=await (\w+)\.executeStatement\(\2\);(\w+)\.append\()/;
const runsPipeline =
  /async executePipeline\((\w+)\)\{return (\w+)\(this\.ctx,\1,\((\w+),(\w+)\)=>this\.executeCommand\(\3,\4\)\)\}/;
const takesOutput = /(nextVirtualPid\+\+(?:(?!executeScript).){0,400}?await )((\w+)\.executeScript\([\w.]+\))/gs;

/** How a function's body is run. */
const ofBody = "ofFunction($1,()=>$1.executeCommand($2.body,$3,$4))";

/** Matches where a function's body is run, and where a command runs another. */
const runsBody =
  /(\w+)\.executeCommand\((\w+)\.body,(\w+),(\w+)\);return (\w+)\(\1,(\w+),(\2\.redirections,(\w+)\.targets,\8\.dupSources,\8\.standardRoutes)\)/;
const startsMore = /(exec:\((\w+),(\w+),(\w+)=!1\)=>)(this\.execInScope\(\2,\3,\w+,\w+\+1,\w+\.signal,\4\))/;

/** Matches where a shell begins and ends: for a line, for parentheses, and for a script file. */
const runsShell = /await new (\w+)\((\w+),(\w+)\)\.executeScript\((\w+)\)/;
const runsBrackets = /(\w+)=>(\w+\((\w+),\w+,\1\.stdin\?\?\w+,\w+,\w+\|\|\1\.stdin!==void 0\))/;
const runsFile = /(async executeUserScript\(.{0,60}?)(\w+)=>this\.executeScript\(\2\)/;

/** Matches where a list of commands is run, and the command that waits for those in the background. */
const runsStatement = /async executeStatement\((\w+)\)\{/;
const waits = /(==="let"\)return \w+\((\w+),(\w+)\);.{0,400}?==="wait"\)return )\w+;/s;

/** Matches how the copy of a descriptor for output is told. */
const tellsCopy = /case"dup-out":return`\$\{(\w+)\}/;

/** Matches where a failed list of commands ends the shell (`set -e`). */
const endsByError =
  /this\.ctx\.state\.options\.errexit&&((\w+)!==0&&(\w+)===(\w+)\.pipelines\.length-1&&!\w+&&!this\.ctx\.state\.inCondition&&!\w+)\)\{(let (\w+)=new \w+\(\2\);throw \6\.prependOutput\((\w+)\.stdout)/;

/** Matches where the shell tests whether a variable is set. */
const asksIfSet = /async function \w+\((\w+),(\w+)\)\{(?=if\(new Set\(\["\?","\$","#")/;

/** Matches where the shell looks up the running functions, and their files. */
const readsCalls =
  /\((\w+)\.state\.(sourceStack|funcNameStack|callLineStack)\?\?\[\]\)|(\w+)\.state\.(sourceStack|funcNameStack|callLineStack)\?(?=\.length)|(\w+)\.state\.(sourceStack|funcNameStack|callLineStack)\?\.(?=\[)/g;

/** Matches where `local` is run, and `declare`, which knows its options. */
const runsLocal =
  /if\((\w+)==="local"\)return (\w+\((\w+),(\w+)\));(.*?\1==="declare"\|\|\1==="typeset"\)return )((\w+)\(\3,\4\))/s;

/** Matches where commands joined by `&&` and `||` are run. */
const runsList =
  /(for\(let (\w+)=0;\2<(\w+)\.pipelines\.length;\2\+\+\)\{let (\w+)=\3\.pipelines\[\2\].{0,200}?await )this\.executePipeline\(\4\)/s;

/** Matches the initial state of a shell that another shell starts. */
const begins =
  /arrays:(\w+)\.replaceEnv\?[^:]+:\w+\(this\.state\.arrays\),.{0,80}?functions:new Map\(this\.state\.functions\),/;

/** Matches how a command starts another, and what it gets of the environment. */
const startsAnother =
  /exec:\((\w+),(\w+)\)=>(\w+\.execFn\(\1,)\2,!1\),execWithInheritedStdin:\((\w+),(\w+)\)=>(\w+\.execFn\(\4,\{)\.\.\.\5,/;
const givesExported = /exportedEnv:(\w+),get stdin/;

/** Matches the end of a line that only sets variables. */
const assigns = /(\w+\("",\w+,)this\.ctx\.state\.lastExitCode\)\}let \w+=(\w+)\.name&&/;

/** Matches where a text is parsed and run. */
const parses = /let (\w+)=(\w+)\(\w+\);return await \w+\.executeScript\(\1\)/;

/** Matches where a command's name is expanded, and then its other words. */
const expandsName =
  /let (\w+)=await (\w+)\(this\.ctx,(\w+)\.name\)(,\w+=\[\],\w+=\[\],(\w+)=\(\w+,\w+\)=>\{.{0,300}?\});(?=if\(.{0,700}?for\(let (\w+) of \3\.args\)\{let \w+=await (\w+)\(this\.ctx,\6\);for\(let)/s;

/** Matches whether a command's name is nothing, which is told by its form, so that `"$@"` was a command without a name; and what its status is then; an empty name was not found without its redirections. */
const namesNothing =
  /let (\w+)=(\w+)\.name\.parts\.every\(\w+=>\w+\.type==="CommandSubstitution"\|\|[^;]{0,120}?\);(?=!\w+&&\1&&)/;
const endsNothing = /,!(\w+)\)return (\w+)(\?\(\w+\.finish\(\),\w+\("","",)(this\.ctx\.state\.lastExitCode)(?=\)\):)/;

/** Matches where `[[ … =~ … ]]` looks for its pattern. */
const matchesPattern =
  /let (\w+)=(\w+)\.state\.shoptOptions\.nocasematch,(\w+)=\w+\((\w+)\),(\w+)=\w+\(\3,\1\?"i":""\)\.match\((\w+)\)/;

/** Matches where the files of `<(…)` are mounted over the shell's own. */
const layersFiles = /(\w+)\.fs=(new \w+\(\{base:\1\.fs,mounts:\[\{[^{}]*\}\]\}\))/;

/** Matches where the files of a command's `<(…)` and `>(…)` end. */
const endsSubstitutions =
  /async function (\w+)\((\w+),(\w+)\)\{(?=let (\w+)=\2\.state\.processSubstitutions;if\(!\4\|\|\4\.length<=\3\))/;

/** Matches where a command is not found. */
const findsNone =
  /(let\{ctx:(\w+),buildExportedEnv:\w+,executeUserScript:\w+\}=\w+,.{0,400}?:\w+\()(`bash: \$\{(\w+)\}: command not found\n`,127\))/s;

/** Matches where a redirection's target is read. */
const readsTarget = /(\w+)\.isWord\(\)\|\|\1\.error\("Expected redirection target"\);let (\w+)=\1\.parseWord\(\)/;
const namesAssignment = /=== *(\w+)\.ASSIGNMENT_WORD/;

/** Matches how many names or numbers `{1..9}` stands for, and where no more are added. */
const mostInBraces = /var (\w+)=1e4,(\w+)=\{maxResults:\1,/;
const addsToBraces = /if\((\w+)\.length>=(\w+)\.maxResults\)return!1;(.{0,80}?throw new (\w+)\()/;

/** Matches where `"${x:-…}"` reads a variable, which may be unset. */
const readsDefault = /(let (\w+)=\w+\.parameter,\w+=await \w+\(\w+,\2\),\w+=await \w+\(\w+,\2)\)(?=,\w+=\w+==="")/g;

/** Matches comparisons of names and lines. */
const compares = /([\w.[\]]+)\.localeCompare\(([\w.[\]]+)\)/g;

/**
 * Patches the code of the shell (just-bash), whose faults are:
 * - It takes any executable file for a shell script. The patch first asks which command the file's first line names
 * (`ShellFiles.interpreterOf`), and runs that one, with the path by which the script was called.
 * - It keeps output to the end, and loses the order of stdout and stderr (`ShellOutputs`).
 * - It has no traps (`ShellTraps`), and no `set -E`.
 * - It runs what is begun in the background as if it were not (`ShellJobs`).
 * - Its `BASH_SOURCE`, by which scripts find their own folder, and `FUNCNAME` do not include the script itself (`calls.ts`).
 * - It takes `${FUNCNAME[0]:-…}` and the like for unset variables.
 * - Names that a function takes for others' (`local -n`) stay so when it has ended, and its `break` leaves the loop in which it is called.
 * - Its `local` ignores `-A`, `-i` and `-x`, which its `declare` knows.
 * - It prints the `set -x` line of a command after the command's output.
 * - It takes a folder pattern (a star and a slash) for one of all names, and drops the slash.
 * - It takes `${x[y]:-0}` in arithmetic for a variable of that whole name.
 * - With `set -e` it ends on a command before `&&` or `||`, if that is in parentheses or a function.
 * - It follows a name that stands for an array (`declare -n`) for its first value only (`ShellFiles.realNames`).
 * - It gives a line that only sets variables the previous line's exit code.
 * - It keeps from one script to the next which variables are read-only, or arrays by name.
 * - With `set -e` it ends on a failing `$(…)` among a command's words.
 * - It takes bytes for characters where they are none (`bytes.ts`), calculates with 32 bits or 53 (`numbers.ts`), lists and changes arrays as one text (`arrays.ts`), and tells of itself in
 *   another form and order (`variables.ts`).
 * - It lets a command in a loop or group read again what the one before has read (`inputs.ts`).
 * - It does not split what a variable holds into words where that names the command (`$command`).
 * - Its `=~` takes the first alternative of a pattern that fits, not the longest (`ShellFiles.matched`).
 * - It takes no `a=b` behind `<<<` or `>`.
 * - It drops what `{1..20000}` stands for beyond 10,000, and goes on.
 * - With `set -u` it ends on `"${x:-…}"` of an unset variable, where that is a whole word.
 * - Its `declare -A` takes only the first word of a value, and its `readonly -A` takes the key for a part of it.
 * - What a command starts (`xargs`, `find -exec`) does not get what is exported.
 * - It takes `--help` for a question behind `--`, too, and other options that there are not for none (`commands.ts`).
 * - Its `command -v` fails where the last of several names is not there, and its `cd -` goes where `OLDPWD` does not say.
 * - It has other words than bash where blanks, `&` or the ends of a text meet (`words.ts`).
 * - It says nothing of why a program is not there (`ShellFiles.reasonOf`).
 * - It opens what the later commands of a pipeline write to when they run (`ShellFiles.openTargets`).
 * - It runs nothing of a text with a syntax error, and goes on in a line of which it could not expand a word (`syntax.ts`).
 * - It says of every fault that `bash` had it, not which line of which script (`faults.ts`).
 * - It sorts in the order of the browser's language, though its own locale is C.
 * @returns `undefined` for any other file
 * @throws Error if the code is not the version that these patches were made for
 */
export function changedShell(code: string, id: string): string | undefined {
  if (!/just-bash\/dist\/bundle\/browser\.js/.test(id.replaceAll("\\", "/"))) return undefined;
  for (const place of places) {
    if (code.search(place) === -1)
      throw new Error(`just-bash does this in another way now, see whether it is right: ${place}`);
  }
  const changed = [
    ...changes,
    changedTraces,
    changedBytes,
    changedCalls,
    changedContexts,
    changedUnset,
    changedNumbers,
    changedNames,
    changedVariables,
    changedOptions,
    changedOwnWords,
    changedSubstitutions,
    changedSyntax,
    changedEnds,
    changedFaults,
    changedFiles,
    changedInputs,
    changedPatterns,
    changedArrays,
    changedWordParts,
  ]
    .reduce((text, change) => change(text), code)
    .replace(
      runsScript,
      (head, path, args, stdin) =>
        `${head}const other=this.ctx.fs.interpreterOf?.(this.ctx.fs.resolvePath(this.ctx.state.cwd,${path}));if(other!==undefined)return this.runCommand(other,[${path},...${args}],[],${stdin});`,
    )
    .replace(callsScript, '$1($2.includes("/")?$2:$3.path,')
    .replace(runsPipeline, inPipeline("$1", "$2"))
    .replace(runsBody, `${intoFiles("$1", ["$2.redirections", "$8", "$5($1,result,$7)"], ofBody)};return $5($1,$6,$7)`)
    .replace(
      endsByError,
      "$1&&(await onError(this.ctx,$4.pipelines[$3],$7),this.ctx.state.options.errexit)){this.ctx.state.isFailed=true;$5",
    )
    .replace(readsCalls, (_, ...found: (string | undefined)[]) => {
      const [context, stack] = found.slice(0, 6).filter((each) => each !== undefined);
      return `callStack(${context}.state).${stack}`;
    })
    .replace(
      asksIfSet,
      "$&$2=await placeOf($1,$2);const calls=callsOf($1.state,$2);if(calls)return calls.isSet;if(ownVariable($2,$1.state)!==undefined)return true;",
    )
    .replace(
      runsLocal,
      'if($1==="local"){if($3.state.callDepth===0)return $2;return withPlaces($3,$4,async($4)=>{if(ownNames($3.state,$4))return{stdout:"",stderr:"",exitCode:0};const listed=await ownVariables($3,$4);if(listed)return listed;if(!/^-[a-zA-Z]*[Aixrul]/.test($4[0]??""))return $2;hideArrays($3.state,$4);return $6})}$5withPlaces($3,$4,($4)=>$6)',
    )
    .replace(runsList, "$1asCondition(this.ctx,$2<$3.pipelines.length-1||$4.negated,()=>this.executePipeline($4))")
    .replace(assigns, (whole, head, command) => {
      // The place of an element is text.
      const runs = String.raw`/"CommandSubstitution"|"name":"[^"]*(?:\$\((?!\()|\x60)/.test(JSON.stringify(${command}))`;
      return whole.replace(`${head}this.ctx`, `${head}!${runs}?0:this.ctx`);
    })
    .replace(expands, (_, pattern) => `async expand(${pattern}){${onlyFolders(pattern)}if(this.globstar)`)
    .replace(compares, "inOrderOfSigns($1,$2)");
  return `${imports}const declared=(context,args)=>${runsLocal.exec(code)?.[7]}(context,args);${ofShell(code)}${shellHelpers}${changedRoutes(changed)}`;
}

/** The changes of when commands are run: in the background, and behind a trap. */
function changedTurns(code: string): string {
  return code
    .replace(
      runsStatement,
      `async executeStatement($1){const{jobs}=this.ctx.fs;return $1.background?jobs.begin(this.ctx.state,$1.sourceText??"",()=>this.executeList(inBrackets($1))):this.ctx.fs.outputs.send(jobs.withDue(await this.executeList($1)))}async executeList($1){`,
    )
    .replace(waits, "$1waitFor($2,$3);")
    .replace(
      runsCommand,
      "async executeCommand($1,$2,$3=!1){return beforeCommand(this.ctx,$1,()=>this.ctx.fs.outputs.ofCommand($1,this.ctx.state,()=>this.executeOne(this.ctx.fs.realNames?.($1,this.ctx.state)??$1,$2,$3)))}async executeOne($1,$2,$3){const{state}=this.ctx,before=state.keepsOutputs;state.keepsOutputs=keepsOutputs($1);toLine(state,$1);try{return placedOf(state,nameOf($1),await this.executeAny($1,$2,$3))}catch(error){if(error?.stderr){error.stderr=placed(state,error.stderr);throw error}const failed={...placedOf(state,nameOf({}),this.ctx.fs.outputs.withoutFile(error,$1,state.cwd))};await toPlace(this.ctx,failed);return failed}finally{state.keepsOutputs=before;if(isWhole.test($1.type)&&!state.inCondition)state.errexitSafe=false}}async executeAny($1,$2,$3){",
    )
    .replace(endsSubstitutions, '$&if($2.state.keepsOutputs)return{stdout:"",stderr:""};')
    .replace(beginsTurn, "$&const turn=await beforeTurn($3,$1);$4.append(turn.stdout,turn.stderr);");
}

/** The changes of where a shell begins and ends, and of what one starts. */
function changedShells(code: string): string {
  const exported = givesExported.exec(code)?.[1];
  return code
    .replace(runsShell, "await ofShell(new $1($2,$3).ctx,context=>context.executeScript($4))")
    .replace(runsBrackets, "$1=>ofShell($3,()=>inSubshell($3.state,()=>$2))")
    .replace(runsFile, "$1$2=>ofShell(this.ctx,()=>this.executeScript($2))")
    .replace(startsMore, "$1this.fs.outputs.startedBy(()=>$5)")
    .replace(
      begins,
      `$&traces:0,exportedVars:exportedNames($1.env),${["readonlyVars", "associativeArrays", "namerefs"].map(copied).join("")}`,
    )
    .replace(
      startsAnother,
      `exec:($1,$2)=>$3withExported($2,${exported}),!1),execWithInheritedStdin:($4,$5)=>$6...withExported($5,${exported}),`,
    )
    .replace(takesOutput, (_, before: string, run, context) => {
      // Of command and process substitution, only the latter, `<(…)`, ends under `set -e`.
      const shell = `ofShell(${context},()=>inSubshell(${context}.state,()=>${run}))`;
      const words = before.includes("groupStdin") ? shell : `withoutEnd(${context},()=>${shell})`;
      return `${before}keptSaid(${context}.state,()=>takenFrom(${context},()=>fromLine(${context}.state,${context}.state.currentLine,()=>deeper(${context},()=>${words}))))`;
    })
    .replace(
      layersFiles,
      '$1.fs=Object.assign($2,Object.fromEntries("outputs jobs traps exported interpreterOf reasonOf matched realNames openTargets openFile kept".split(" ").map((name)=>[name,$1.fs[name]])))',
    );
}

/** The changes of what a line's words stand for. */
function changedWords(code: string): string {
  const isAssignment = `$1.check(${namesAssignment.exec(code)?.[1]}.ASSIGNMENT_WORD)`;
  const target = `let $2=${isAssignment}?$1.parseWordForRegex():$1.parseWord()`;
  const tooMany = '"brace expansion result limit exceeded ("+$2.maxResults+")","array_elements"';
  return code
    .replace(readsTarget, `$1.isWord()||${isAssignment}||$1.error("Expected redirection target");${target}`)
    .replace(mostInBraces, "var $1=1/0,$2={maxResults:1e4,")
    .replace(addsToBraces, `if($1.length>=$2.maxResults)throw new $4(${tooMany});$3`)
    .replace(readsDefault, "$1,!1)")
    .replace(findsNone, "$1$2.fs.reasonOf?.($4)??$3")
    .replace(
      expandsName,
      'const words=$3.name.parts.every((part)=>part.type==="Literal")?undefined:(await $7(this.ctx,$3.name)).values,isNothing=words?.length===0;let $1=words?words.shift()??"":await $2(this.ctx,$3.name)$4;for(const word of words??[])$5(word,false);',
    )
    .replace(namesNothing, "let $1=isNothing;")
    .replace(
      endsNothing,
      `,!$1&&$2)return $2$3/"CommandSubstitution"/.test(JSON.stringify(${namesNothing.exec(code)?.[2]}.name))?$4:0`,
    )
    .replace(matchesPattern, "let $1=$2.state.shoptOptions.nocasematch,$5=$2.fs.matched($4,$6,!!$1)");
}

/**
 * Makes a shell run its traps when it ends, and when a command fails (`ShellTraps`). For compound commands the failed inner command has
 * already been handled.
 */
function ofShell(code: string): string {
  const parse = parses.exec(code)?.[2];
  const runLine = `context.executeScript(${parse}(line))`;
  const runTrap = `(line)=>deeper(context,()=>${runLine})`;
  const end = endsSubstitutions.exec(code)?.[1];
  const copy = tellsCopy.exec(code)?.[1];
  return `const ranText=async(context,text)=>{
  // What a calculation runs is none of the commands after which the shell may end (set -e).
  const{state}=context,before=state.errexitSafe;
  try{return await takenFrom(context,()=>inText(state,()=>context.executeScript(${parse}(text))))}finally{state.errexitSafe=before}
};
// What has been said while the words before were expanded is told by the command that they are of.
const keptSaid=async(state,run)=>{
  const said=state.expansionStderr;
  state.expansionStderr="";
  try{return await run()}finally{state.expansionStderr=said}
};
// What is taken goes nowhere else, wherever exec has led the shell's own output.
const takenFrom=async(context,run,isOne,start)=>{
  const{state}=context,{outputs}=context.fs,before=state.fileDescriptors,isJoined=before?.get(2)===${copy}+1;
  if(!isJoined&&before?.get(1)===undefined)return outputs.taken(run,isOne,start);
  const result=await outputs.taken(async()=>{
    state.fileDescriptors=new Map([...before].filter(([fd])=>fd!==1&&(fd!==2||!isJoined)));
    try{return await run()}finally{state.fileDescriptors=before}
  },isOne,start);
  // What was led to the shell's output before is said there, not where this output is taken to.
  return isJoined&&result.stderr?{...result,stderr:outputs.said(result.stderr,isOne!==undefined)}:result;
};
const ofShell=(context,run)=>context.fs.jobs.ofShell(()=>withKept(context,()=>context.fs.traps.ofShell(context.state,()=>run(context),(line)=>${runLine})));
const keepsOutputs=(command)=>command.type==="SimpleCommand"&&command.args.length===0&&command.redirections.length>0&&command.name?.parts[0]?.value==="exec";
const withKept=async(context,run)=>{
  const{state}=context,before=state.processSubstitutions?.length??0;
  const ended=await run().then((result)=>({result}),(error)=>({error}));
  const result=ended.result??ended.error;
  if((state.processSubstitutions?.length??0)>before&&typeof result.exitCode==="number"){
    for(const[fd,place]of state.fileDescriptors??[])if(String(place).includes("/dev/fd/"))state.fileDescriptors.delete(fd);
    const said=await ${end}(context,before);
    const printed={stdout:result.stdout+said.stdout,stderr:result.stderr+said.stderr};
    if(ended.error)Object.assign(ended.error,printed);
    else return{...result,...printed};
  }
  if(ended.error)throw ended.error;
  return result;
};
const inSubshell=async(state,run,isPiped)=>{
  const{innerTexts,loopDepth}=state;
  Object.assign(state,{subshells:(state.subshells??0)+1,innerTexts:0,loopDepth:isPiped?0:loopDepth});
  try{return await run()}catch(error){
    // A loop is left (break) in this shell alone.
    if(!error?.levels)throw error;
    return{stdout:error.stdout,stderr:error.stderr,exitCode:0};
  }finally{Object.assign(state,{innerTexts,loopDepth,subshells:state.subshells-1})}
};
const inBrackets=(list)=>({...list,operators:[],pipelines:[{type:"Pipeline",commands:[{type:"Subshell",body:[{...list,background:false}],redirections:[]}],negated:false,timed:false}]});
const isWhole=/^(?:SimpleCommand|Subshell)$/;
const debugged=/^(?:SimpleCommand|Case|ArithmeticCommand|ConditionalCommand|CStyleFor)$/;
const textOf=(command)=>{const text=commandText(command,written);return command.type==="Case"?text.replace(/ in\\s*\\n[^]*$/," in "):command.type==="Subshell"?text:text.replace(/[;\\n]\\s*do\\b[^]*$/,"").replace(/^for \\w+$/,'$& in "$@"').replaceAll("\\\\]","]")};
const beforeCommand=(context,command,run,isCommand=debugged.test(command.type))=>context.fs.traps.beforeCommand(context.state,{isCommand,isTold:isCommand||command.type==="Subshell",text:()=>textOf(command),run:command.type==="Case"?()=>{context.state.begun=command;return run()}:run},${runTrap});
const beforeTurn=(context,command)=>beforeCommand(context,command,()=>tracedPart(context,command),true);
const ofFunction=async(context,run)=>{
  const {state}=context,integers=state.integerVars&&new Set(state.integerVars),names=state.namerefs&&new Set(state.namerefs),fixed=new Set(state.readonlyVars),maps=new Set(state.associativeArrays),{optionsBefore,loopDepth}=state;
  Object.assign(state,{optionsBefore:undefined,loopDepth:0});
  try{return await fromLine(state,1,()=>context.fs.traps.ofFunction(state,run,${runTrap}))}finally{Object.assign(state.options,state.optionsBefore);Object.assign(state,{optionsBefore,loopDepth});state.integerVars=integers;state.namerefs=names;forgetOwn(state,fixed,maps)}
};
const ofSource=(context,run)=>context.fs.traps.ofSource(context.state,run,${runTrap});
const onError=async(context,pipeline,printed)=>{
  const isOne=pipeline.commands.length===1;
  if(isOne&&!/^(?:SimpleCommand|Subshell|ArithmeticCommand|ConditionalCommand)$/.test(pipeline.commands[0].type))return;
  try{
    const said=await context.fs.traps.onError(context.state,${runTrap});
    if(said)printed.appendResult(said);
  }catch(caught){printed.prependTo(caught);throw caught}
};
`;
}

function copied(set: string): string {
  return `${set}:new Set(this.state.${set}),`;
}

const changes = [withoutReplaced, changedTurns, changedShells, changedWords, changedCommands];
const places = [
  ...[runsScript, callsScript, runsCommand, runsPipeline, runsStatement, waits, beginsTurn, runsBody, startsMore],
  ...[endsByError, readsCalls, asksIfSet, runsLocal, runsList, assigns, begins],
  ...[startsAnother, givesExported, takesOutput, layersFiles, endsSubstitutions, expands, findsNone, readsTarget],
  ...[namesAssignment, mostInBraces, addsToBraces, readsDefault, compares, parses, matchesPattern, expandsName],
  ...[
    namesNothing,
    endsNothing,
    bytePlaces,
    callPlaces,
    commandPlaces,
    contextPlaces,
    replacedPlaces,
    namePlaces,
  ].flat(),
  ...[
    numberPlaces,
    variablePlaces,
    optionPlaces,
    substitutionPlaces,
    syntaxPlaces,
    tracePlaces,
    endPlaces,
    faultPlaces,
  ].flat(),
  ...[routePlaces, filePlaces, inputPlaces, ownWordPlaces, patternPlaces, arrayPlaces, wordPlaces].flat(),
];

/** In a pipeline, each command's stdout is the next one's input; its stderr too, but only after `|&`. */
function inPipeline(pipeline: string, run: string): string {
  const isLast = `each===${pipeline}.commands.at(-1)`;
  const isOne = `${pipeline}.pipeStderr?.[${pipeline}.commands.indexOf(each)]??false`;
  const inShell = `each.type==="Subshell"||${pipeline}.commands.length===1?this.executeCommand(each,given):inSubshell(this.ctx.state,()=>this.executeCommand(each,given),true)`;
  const fed = `each===${pipeline}.commands[0]?run():this.ctx.fs.outputs.piped(run)`;
  const one = `{const run=()=>${inShell};return ${isLast}?${fed}:takenFrom(this.ctx,()=>${fed},${isOne},{shell:(this.ctx.state.subshells??0)+1,isAsked:this.ctx.state.inCondition,isIgnored:this.ctx.fs.traps.isIgnored("PIPE")})}`;
  const piped = `this.ctx.fs.outputs.ofPipeline(${pipeline}.commands.length,()=>${run}(this.ctx,${pipeline},(each,given)=>${one}))`;
  const told = `if(${pipeline}.commands.length>1&&!this.ctx.state.inCondition)this.ctx.state.errexitSafe=false;`;
  const opens = `if(${pipeline}.commands.length>1)this.ctx.fs.openTargets(${pipeline}.commands,this.ctx.state);`;
  return `async executePipeline(${pipeline}){${opens}const result=await ${piped};${told}return result}`;
}

function onlyFolders(pattern: string): string {
  const all = String.raw`await this.expand(${pattern}.replace(/\/+$/,""))`;
  const stat = "await this.fs.stat(this.fs.resolvePath(this.cwd,name)).catch(()=>undefined)";
  const kept = `const found=[];for(const name of ${all})if((${stat})?.isDirectory)found.push(name.replace(/\\/?$/,"/"));return found`;
  return String.raw`if(/[^/]\/$/.test(${pattern})){${kept}}`;
}

export const shellChanges: Plugin = {
  name: "shell-changes",
  transform: (code, id) => changedShell(code, id) ?? null,
  resolveId: (source) => importedFile(source) ?? null,
};

/** Replaces Node's zlib, which the shell's gzip imports and a browser does not have. */
export const shellZlib: Plugin = {
  name: "shell-zlib",
  resolveId: (source) => (source === "node:zlib" ? join(import.meta.dirname, "../../run/sandbox/zlib.ts") : null),
};
