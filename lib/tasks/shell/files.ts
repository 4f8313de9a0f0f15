/**
 * Changes of the shell's code (`shell-changes.ts`) in which files it means: it writes the output of `(cd a; ls) > list` into the folder that
 * the parentheses went to, finds no program of the script's own by `command -v`, takes `.` and `..` for hidden files, and has no files for
 * its descriptors (`/dev/stdin`, `/dev/fd/3`).
 */

/** Matches where a command's targets are gathered, before it runs, and where its output goes to them. */
const gathersTargets =
  /(async function \w+\((\w+),\w+,\w+,\w+\)\{let \w+=)(new Map)(?=,\w+=new Map,\w+=\(\w+,\w+\)=>\2\.state\.closedStandardFds)/;
const writesTargets =
  /(async function \w+\((\w+),\w+,\w+,(\w+),\w+=new Map,\w+=new Map,\w+="bash",\w+=!1\)\{)(.{0,2600}?kind:"file",path:\2\.fs\.resolvePath\(\2\.state\.cwd,\w+\),append:!0)/s;

/** Matches where a group's commands are run, and a single one, for which a redirection is; where its file is named, and written. */
const runsGroup =
  /(let \w+=await )(\w+\(\w+\))(?=;return await (\w+)\((\w+),\w+,((\w+),(\w+)\.targets,\7\.dupSources,\7\.standardRoutes)\)\}finally)/;
const runsOne =
  /this\.runCommand\(\w+,\w+,\w+,\w+,!1,!1,\w+,\w+\)(?=.{0,700}?=await (\w+)\(this\.ctx,\w+,((\w+\.redirections),(\w+)\.targets,\4\.dupSources,\4\.standardRoutes),)/s;
const takesTarget =
  /for\(let (\w+)=0;\1<\w+\.length;\1\+\+\)\{let \w+=\w+\[\1\];if\(\w+\.target\.type==="HereDoc"\|\|\w+\.fdVariable\)continue;let \w+=\w+\.get\(/;
const writesFile = /=async\((\w+),(\w+),(\w+)\)=>\{(?=\1\.append\?await (\w+)\.fs\.appendFile\()/;

/** Matches where `command -v` looks for one of the shell's programs, and what finds all programs by their folders. */
const asksForProgram = /else if\((\w+)\.commands\.has\((\w+)\)\)\{(?=let \w+=\(\1\.state\.env\.get\("PATH"\))/;
const findsPrograms = /async function (\w+)\(\w+,(\w+)\)\{let \w+=\[\];if\(\2\.includes\("\/"\)\)/;

/** Matches where `.` and `..` are added to what a pattern is compared with. */
const addsFolders = /(\w+\.startsWith\("\."\))\|\|this\.dotglob\)(?=\{let|&&\(\w+\.includes\("\."\))/g;

/** Matches what `cat` says of a file that it cannot read, which may be a folder. */
const saysOfFile = /catch\((\w+)\)\{(\w+\(\1\),\w+\+=`cat: \$\{\w+\}: )No such file or directory/;

/** Matches where a redirection has its target, where a command begins, `.` reads a file, and a test asks of a file. */
const hasTarget =
  /(else if\((\w+)\.operator==="<<<"\)\w+=await \w+\((\w+),.{0,200}?\})if\((\w+\.set\(\w+,(\w+)\)),\5\.includes\("\\0"\)\)/;
const beginsCommand = /(\$\{(\w+)\} execution`,\(\)=>)(\w+\.execute\()(\w+)(,(\w+)\))/;
const ofCommands = /let \w+=\w+\|\|(\w+)\.state\.groupStdin\|\|"",\w+=!1,/;
const readsScript =
  /(==="source"\|\|\w+==="\."\))return (\w+\((\w+),(\w+)\));(?=if\(\w+==="read"\)return \w+\(\3,\4,(\w+),)/;
const asksOfFile = /(function \w+\((\w+),(\w+),\w+\)\{let (\w+)=\w+\(\2,\w+\);)(?=switch\(\3\)\{case"-e")/;
const findsDescriptor =
  /function (\w+)\(\w+,\w+\)\{let \w+=\w+\(\w+,\w+\);if\(\w+!==void 0\)return \w+\.state\.inputFds/;

/**
 * The file of a descriptor: what `exec` led it to, or one of the standard three; and a command that reads `/dev/stdin`, which is there while
 * the command runs. As nothing reads a place that a pipe leads to twice, `< /dev/stdin` changes nothing.
 */
const ofDescriptors = (found: string) => String.raw`const placeOfDescriptor=(context,path)=>{
  const fd=/^\/(?:dev|proc\/self)\/fd\/(\d)$/.exec(path)?.[1],entry=fd&&${found}(context,Number(fd));
  return entry?.path??(fd&&["/dev/stdin","/dev/stdout","/dev/stderr"][entry?.sourceFd??fd])??path;
};
const writeOpen=async({fs},open,{path,append,at},text,encoding)=>{
  if(path.startsWith("/dev/"))await fs.appendFile(path,text,encoding);
  else(open[at]??=fs.openFile(path,append))(text,encoding);
};
// What is read from a file that the command itself empties, as in sort < f > f.
const unlessEmptied=({fs,state},list,targets,stdin)=>{
  const pathAt=(at)=>fs.resolvePath(targets.folder??state.cwd,targets.get(at));
  const from=stdin?list.findLastIndex(({operator,fd})=>operator==="<"&&(fd??0)===0):-1;
  const isEmptied=({operator},at)=>at>from&&/^&?>[|]?$/.test(operator)&&targets.has(at)&&pathAt(at)===pathAt(from);
  return from>=0&&targets.has(from)&&list.some(isEmptied)?"":stdin;
};
// A file that is removed while it is open is written all the same.
const opened=({fs,state},list,targets)=>list.flatMap(({operator},at)=>{
  const target=targets.get(at);
  if(target===undefined||!/^&?>[>|]?$/.test(operator)||target.startsWith("/dev/"))return[];
  const path=fs.resolvePath(targets.folder??state.cwd,target);
  return[[at,path,fs.openFile(path,operator.endsWith(">>"))]];
});
const openAll=(context,list,targets)=>{
  targets.open=[];
  for(const[at,,write]of opened(context,list,targets))targets.open[at]=write;
};
const keepOpen=(context,list,targets)=>{for(const[,path,write]of opened(context,list,targets))context.fs.kept.set(path,write)};
// While a group runs whose own redirection leads a stream elsewhere, an earlier exec does not count for it; an exec inside ends with the group.
const backAfter=async(context,list,targets,run)=>{
  const{fs,state}=context,{begun}=state;
  state.begun=undefined;
  const led=list.flatMap(({operator,fd})=>operator.startsWith("&")?[1,2]:operator.startsWith(">")?[fd??1]:[]).filter((fd)=>fd===1||fd===2);
  const before=led.map((fd)=>state.fileDescriptors?.get(fd)),earlier=new Map(state.fileDescriptors);
  for(const fd of led)state.fileDescriptors?.delete(fd);
  try{return await(begun?afterPart(context,begun,run):run())}finally{
    // What an exec inside has led to one of these streams goes on into its file.
    for(const[fd,place]of state.fileDescriptors??[]){
      const from=/^__dupout__:([12])$/.exec(place)?.[1],at=list.findLastIndex(({operator,fd})=>operator[0]==="&"||/^>[>|]?$/.test(operator)&&String(fd??1)===from);
      if(from&&at>=0&&!led.includes(fd)&&earlier.get(fd)!==place){
        const path=fs.resolvePath(targets.folder??state.cwd,targets.get(at));
        state.fileDescriptors.set(fd,"__file_append__:"+path);
        if(targets.open[at])fs.kept.set(path,targets.open[at]);
      }
    }
    for(const[at,fd]of led.entries())if(before[at]===undefined)state.fileDescriptors?.delete(fd);else state.fileDescriptors.set(fd,before[at]);
  }
};
const isInput=(arg)=>arg==="-"||arg==="/dev/stdin";
const ofVersion=(name,args)=>{
  const stdout=versionText(name,args);
  return stdout===undefined?undefined:{stdout,stderr:"",exitCode:0,internalStdinConsumed:0};
};
const withInput=async({fs},args,stdin,run)=>{
  if(!args.some((arg)=>arg.endsWith("/dev/stdin")))return run();
  await fs.writeFile("/dev/stdin",stdin(),"binary");
  try{return await run()}finally{await fs.rm("/dev/stdin",{force:true})}
};
`;

/** Matches where output goes to a file to which `exec` has led it. */
const appends = /return await (\w+)\.fs\.appendFile\((\w+)\.path,(\w+),(\w+)\),!0/;

/** Matches what is known of a command's redirections when they are made. */
const isReady =
  /(async function \w+\((\w+),(\w+),\w+,\w+\)\{(?:(?!async function).){0,900}?=\(\)=>\(\{targets:(\w+),dupSources:\w+,standardRoutes:\w+,stdin:)(\w+)(?=,)/s;

/** Matches where the words of a target are expanded again for a pattern, which ran their commands twice. */
const expandsAgain =
  /(\{hasParamExpansion:\w+,hasCommandSub:(\w+)\}=\w+\(\w+\);.{0,500}?;let \w+=)(await \w+\((\w+),\w+\))(;if\(!\w+\(\w+,\4\.state\.shoptOptions\.extglob\)\)return\{target:(\w+)\})/s;

export const filePlaces = [
  expandsAgain,
  isReady,
  appends,
  ...[hasTarget, beginsCommand, ofCommands, readsScript, asksOfFile, findsDescriptor],
  ...[
    saysOfFile,
    gathersTargets,
    writesTargets,
    runsGroup,
    runsOne,
    takesTarget,
    writesFile,
    asksForProgram,
    findsPrograms,
    addsFolders,
  ],
];

/** Runs a command or group that has redirections (`ShellOutputs.into`): each file is opened once, and remembers up to where it is written. */
export function intoFiles(
  context: string,
  [list, opened, follow]: readonly [list: string, opened: string, follow: string],
  run: string,
): string {
  return `(openAll(${context},${list},${opened}.targets),${context}.fs.outputs.into(${list},${opened}.targets,(result)=>${follow},()=>backAfter(${context},${list},${opened}.targets,()=>${run})))`;
}

/** The code with these changes. */
export function changedFiles(code: string): string {
  const [, , context, targets] = writesTargets.exec(code) ?? [];
  const folder = `resolvePath(${context}.state.cwd,`;
  const shell = ofCommands.exec(code)?.[1] ?? "";
  const changed = code
    .replace(expandsAgain, "$1$2?$6:$3$5")
    .replace(isReady, "$1unlessEmptied($2,$3,$4,$5)")
    .replace(gathersTargets, "$1Object.assign($3,{folder:$2.state.cwd})")
    .replace(writesTargets, (body) =>
      body
        .replaceAll(folder, `resolvePath(${targets}.folder??${context}.state.cwd,`)
        .replaceAll('kind:"file",', `kind:"file",at:${takesTarget.exec(code)?.[1]},`),
    )
    .replace(
      appends,
      "{const kept=$1.fs.kept.get($2.path);return kept?kept($3,$4):await $1.fs.appendFile($2.path,$3,$4),!0}",
    )
    .replace(writesFile, `$&if(${targets}.open)return writeOpen($4,${targets}.open,$1,$2,$3);`)
    .replace(runsGroup, `$1${intoFiles("$4", ["$6", "$7", "$3($4,result,$5)"], "$2")}`)
    .replace(runsOne, intoFiles("this.ctx", ["$3", "$4", "$1(this.ctx,result,$2)"], "$&"))
    .replace(asksForProgram, `else if($1.commands.has($2)||(await ${findsPrograms.exec(code)?.[1]}($1,$2)).length>0){`)
    .replace(saysOfFile, 'catch($1){$2`+(/EISDIR/.test($1.message)?"Is a":"No such file or")+` directory')
    .replace(addsFolders, "$1)")
    .replace(
      hasTarget,
      '$1if($2.operator!=="<<<"){$5=placeOfDescriptor($3,$5);if($5==="/dev/stdin"&&$2.operator==="<"&&!$2.fd&&!$2.fdVariable)continue}if($4,$5.includes("\\0"))',
    )
    .replace(
      beginsCommand,
      `$1($4=$4.map((arg,at)=>$2==="cat"&&isInput(arg)&&$4.findIndex(isInput)<at?"/dev/null":placeOfDescriptor(${shell},arg)),ofVersion($2,$4)??withInput(${shell},$4,()=>$6.stdin,()=>$3$4$5))`,
    )
    .replace(
      readsScript,
      '$1return withInput($3,$4,()=>{const all=$5||$3.state.groupStdin||"";$5||took($3,all,{},all.length);return all},()=>ofSource($3,()=>$2));',
    )
    .replace(asksOfFile, '$1if($4==="/dev/stdin"&&/[erwp]/.test($3))return $3!=="-p"||!!$2.state.groupStdin;');
  return ofDescriptors(findsDescriptor.exec(code)?.[1] ?? "") + changed;
}
