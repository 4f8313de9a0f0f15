/**
 * Changes of the shell's code (`shell-changes.ts`) in what commands leave of their input: only `read` took its line from the input of a
 * loop or group, so that each other command found all of it again.
 */

/** Matches where a command has its input, where it starts others with it, and where it ends. */
const hasInput = /let (\w+)=(\w+)(\|\|(\w+)\.state\.groupStdin\|\|"",(\w+)=!1,)/;
const startsWith = /(execFn\((?:\w+,)?(?:\w+,)?)(withExported\((\w+),\w+\))(?=,!1\),execWith)/;
const startsOnInput = /(execWithInheritedStdin:\(\w+,\w+\)=>\w+\.execFn\(\w+,\{)/;
const endsInput = /(internalStdinConsumed:)(\w+)\.internalStdinConsumed\?\?\(\w+\?\w+\.length:0\)/;

/** Matches where a descriptor's input is read on, and where one is opened and closed. */
const readsOn =
  /function (\w+)\(\w+,(\w+),(\w+)\)\{let (\w+)=(\w+)\(\w+,\2\);if\(\4===void 0\)return;let \w+;if\(\4\.kind==="input"\)/;
const opens = /function (\w+)\((\w+),(\w+),(\w+)\)\{\w+\(\2,\3,\w+\(\4\),\4\.kind==="input"\)\}/;
const closes = /function (\w+)\((\w+),(\w+)\)\{\2\.state\.fileDescriptors\?\.delete\(\3\)/;

/** Matches where a command's input comes from a descriptor, and where `exec` has led the shell's own. */
const comesFrom = /let (\w+)=\w+\.stdinSourceFd,/;
const prepares = /(\w+)\.redirections,\w+==="exec"\?.{0,80}?let (\w+)=await \w+\.prepare/;
const leadsOwn = /if\((\w+)==="exec"&&\((\w+)\.length===0\|\|\2\[0\]==="--"\)\)\{/;

/** Matches where a shell begins that a command starts, and where it ends. */
const beginsShell = /async execInScope\(\w+,(\w+),.*?let (\w+)=\{\.\.\.this\.state,env:/s;
const endsShell = /finally\{\w+\?\.deactivate\(\)(?=\}\}catch)/;

/** Matches where a command is run on its own input, which may be empty, and where a file is one. */
const runsOnInput = /this\.runCommand\(\w+,\w+,\w+,(\w+),!1,!1,(\w+),(\w+)\)/;
const opensFile = /(try\{\w+=await \w+\(\w+\.fs,\w+\),\w+=)-1/;

/** Matches where parentheses, and scripts, note what they give back at their end; what is read of the input is gone. */
const givesBack = /groupStdin:(\w+)\.groupStdin,groupStdinSourceFd:\1\.groupStdinSourceFd,/;

/** Matches where a pipeline runs a command on what comes to it, of which some commands get nothing, and where it takes back its own input. */
const runsPiped =
  /(\w+\.state\.groupStdin=\w+\?\w+:)void 0(,.{0,500}?chargeCommand\(\),\w+=await \w+\(\w+,)(\w+)(\).{0,900}?finally\{\w+&&\()(?=\w+&&\(\w+=(\w+)\.state\.groupStdin,)/s;
const keepsCodes = /\w+=\w+\.internalPipeStatusOverride\?\?(\w+);/;

/** Matches where `mapfile` reads lines, of which it may want some only, and where it drops the others. */
const readsLines =
  /for\(;(\w+)<(\w+)\.length;\)\{(?=\w+\.executionScope\.consumeWork\(1,"mapfile input"\))(.{0,900}?if\()(\w+>0&&\w+>=\w+)\)break/s;
const dropsLines =
  /(\w+\.state\.groupStdin!==void 0&&!\w+&&\(\w+\.state\.groupStdin=)""(\),\{\.\.\.\w+\("","",0\),internalStdinConsumed:)\w+\.length/;

/** Matches where `<&0` gives a command the input that it has. */
const takesOwn = /(\w+=\w+\.fd===0\?)(\w+)(:"",.{0,400}?else \w+=)\2(?=,\w+=-1;\w+\.move)/s;

/**
 * Takes what a command has read from the input that it shares; of a pipe that is whole blocks, which cannot be given back. And makes what `exec` led a
 * shell's input to the input that its commands share: as a descriptor of its own it came before those of loops and pipes.
 */
const helpers = (readOn = "", read = "", open = "", close = "") => `const took=(context,whole,result,count)=>{
  const{state}=context,from=state.groupStdinSourceFd,isPipe=from===undefined||from===-1,asked=result.internalStdinConsumed;
  const taken=asked&&isPipe&&result.block?Math.min(whole.length,Math.ceil(asked/result.block)*result.block):asked??count;
  if(taken>0){state.groupStdin=whole.slice(taken);if(from>=0)${readOn}(context,from,taken)}
  return taken;
};
const onInput=async(state,has,text,from,run)=>{
  if(!has)return run();
  const{groupStdin,groupStdinSourceFd}=state;
  Object.assign(state,{groupStdin:text,groupStdinSourceFd:from});
  try{return await run()}finally{Object.assign(state,{groupStdin,groupStdinSourceFd})}
};
const ledTo=(context,from)=>{
  const{state}=context,to=${read}(context,0);
  if(to?.kind!=="input")return;
  for(const fd of state.fileDescriptors.keys())if(fd>2&&${read}(context,fd)?.sourceFd===0)${open}(context,fd,{kind:"input",content:state.groupStdin??""});
  ${close}(context,0);
  Object.assign(state,{groupStdin:to.content,groupStdinSourceFd:from>2?from:-2});
};
`;

export const inputPlaces = [
  ...[hasInput, endsInput, readsOn, beginsShell, endsShell, runsOnInput, opensFile, givesBack, takesOwn],
  ...[opens, closes, comesFrom, prepares, leadsOwn, runsPiped, keepsCodes, readsLines, dropsLines],
];

/** The code with these changes. */
export function changedInputs(code: string): string {
  const [, input, own, , context, isRead] = hasInput.exec(code) ?? [];
  const [, options, state] = beginsShell.exec(code) ?? [];
  const [, command, prepared] = prepares.exec(code) ?? [];
  const count = `left===undefined?(${isRead}?whole.length:0):whole.length-left.length`;
  const changed = code
    .replace(hasInput, 'let left,whole=$2||$4.state.groupStdin||"",whatIsLeft=text=>{left=$1=text},$1=whole,$5=!1,')
    .replace(startsWith, `$1{...$2,...($3?.stdin===${input}&&{whatIsLeft})}`)
    .replace(startsOnInput, "$1whatIsLeft,")
    .replace(endsInput, `$1${own}?$2.internalStdinConsumed??(${count}):took(${context},whole,$2,${count})`)
    .replace(endsShell, `$&;${options}?.whatIsLeft?.(${state}.groupStdin??"")`)
    .replace(runsOnInput, "onInput(this.ctx.state,$3,$1,$2,()=>$&)")
    .replace(opensFile, "$1-2")
    .replace(readsLines, "for(;$1<$2.length&&!($4);){$3!1)break")
    .replace(dropsLines, (_, head, tail) => {
      const [, at, whole, , isEnough] = readsLines.exec(code) ?? [];
      return `${head}${isEnough}?${whole}.slice(${at}):""${tail}${isEnough}?${at}:${whole}.length`;
    })
    .replace(runsPiped, `$1$3$2""$4${keepsCodes.exec(code)?.[1]}.unread=$5.state.groupStdin?.length??0,`)
    .replace(givesBack, "")
    .replace(takesOwn, "$1$2||void 0$3$2||void 0")
    .replace(
      leadsOwn,
      `$&ledTo(this.ctx,${comesFrom.exec(code)?.[1]});keepOpen(this.ctx,${command}.redirections,${prepared}.targets);`,
    );
  const [, readOn, , , , read] = readsOn.exec(code) ?? [];
  return helpers(readOn, read, opens.exec(code)?.[1], closes.exec(code)?.[1]) + changed;
}
