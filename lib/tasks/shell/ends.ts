/**
 * Changes of the shell's code (`shell-changes.ts`) in how commands end: it knows no pipe that nobody reads any more, redirects nothing of what
 * a function has printed that ends by `exit` (`usage >&2`), runs a `for` whose name cannot be changed, and leaves a loop by `break` with
 * the exit code of the command before, where `break` has one of its own.
 */

/** Matches where a pipeline's exit codes are gathered, of which some say that nobody has read what the command printed. */
const gathersCodes =
  /(\w+)(\.executionScope,\w+\+\w+,"pipeline"\).{0,200}?\}\})(?=(\w+)\.push\((\w+)\.exitCode\),\4\.exitCode!==0&&\((\w+)=\4\.exitCode\))/s;

/** Matches where a function or a command of the shell's own ends more than itself (`exit`, `break`, `set -e`, a fault), once it has printed. */
const endsMore =
  /catch\((\w+)\)\{if\(\1 instanceof \w+\|\|\1 instanceof \w+\)(\w+)=\1,(\w+)=(\w+);(else throw \1\}\w+>=0&&(\w+)!=="read".{0,350}?,\2\)throw )\2/s;

/** Matches where a `for` has a name that it can be given, which may be of what cannot be changed. */
const namesFor =
  /(async function \w+\((\w+),(\w+)\)\{let [^;]*;if\(!\/\^\[a-zA-Z_\]\[a-zA-Z0-9_\]\*\$\/\.test\(\3\.variable\)\)return (\w+)\([^;]*\);)(?=let \w+=\[\];if\(\3\.words===null)/;

/** Matches where a loop is left, or goes on, by `break` and `continue`. */
const leavesLoop =
  /(\w+)(=\w+\.exitCode\}\}catch\((\w+)\)\{let (\w+)=\w+\(\3,[^;]*;if\([^;]*?,\4\.action==="break")\)break;if\(\4\.action==="continue"\)/g;

/** Matches where `break` leaves one, with a code of its own at the end of what `select` reads (`shell-syntax.ts`). */
const breaks =
  /(function \w+\((\w+),\w+\)\{if\(\2\.state\.loopDepth===0\)(?:(?!function).){0,300}?bash: break: (?:(?!function).){0,400}?throw )(new \w+\(\w+\))(?=\})/s;

/** Matches where either is called outside a loop, which ended a subshell without a word if a loop was around that. */
const leavesNone =
  /(\.state\.loopDepth===0\)\{)if\(\w+\.state\.parentHasLoopContext\)throw new \w+;return \w+(?=\}if\(\w+\.length>1\)throw new \w+\(1,"",`bash: (\w+): )/g;

/** Matches where a list of commands notes whether `set -e` is to leave it alone, which the condition of a loop does not tell for the loop. */
const beginsUnsafe = /(this\.ctx\.state\.errexitSafe=)!1(?=;let \w+=new \w+\(this\.ctx\.executionScope,"statement"\))/;
const endsSafe = /(this\.ctx\.state\.errexitSafe=)(\w+\|\|\w+\|\|(\w+))(?=,this\.ctx\.state\.options\.errexit&&)/;

/** Matches where `shopt` sets an option, of which it does not know that `$(…)` keeps `set -e`. */
const setsOption = /(if\(\w+\))(\w+)\((\w+)\)(&&\(\w+\.state\.shoptOptions\[\3\]=!0,)/;

/** Matches where a script ends by what it does not know, before which something may have been printed. */
const endsUnknown =
  /(throw )(\w+) instanceof \w+&&(\2\.prependOutput\((\w+)\.stdout,\4\.stderr\),\2)(?=\}return\{\.\.\.\4\.build)/;

/** Matches where a command whose time is over is waited for, of which nothing that it has printed is kept. */
const waitsForEnd =
  /let (\w+)=(await Promise\.race\(\[\w+\.then\()\(\)=>!0(\),new Promise\(\w+=>\{.{0,160}?\?new (\w+)\()""(,`bash: \$\{\w+\} exceeded its execution deadline\n`\):new \4\()""(?=,`bash: execution aborted)/;

/** Matches where such a command is refused what it started, which may have printed something. */
const refuses =
  /(\w+)=\(\)=>(\{if\(!\w+\)throw new \w+\()""(,`bash: \$\{\w+\} used its context.{0,600}?\.then\((\w+)=>\(\1\()(?=\),\w+\(\4\)\))/s;

/** Matches where `>(…)` has read what was printed into it, and where a command waits for that. */
const endsReading = /((\w+)\.state\.suppressVerbose=\w+,)(?=\2\.state\.groupStdin=\w+,\2\.state\.lastExitCode=)/;
const waitsForReading =
  /((\w+)=await this\.executeCommandInner\((\w+),.{0,100}?)(let \w+=await \w+\(this\.ctx,\w+\);)(?=return!)/;

export const endPlaces = [
  endsReading,
  waitsForReading,
  endsUnknown,
  refuses,
  waitsForEnd,
  beginsUnsafe,
  endsSafe,
  setsOption,
  gathersCodes,
  endsMore,
  namesFor,
  leavesLoop,
  leavesNone,
  breaks,
];

/** The code with these changes. */
export function changedEnds(code: string): string {
  return code
    .replace(endsReading, "$1$2.state.unread=$2.state.groupStdin?.length??0,")
    .replace(
      waitsForReading,
      '$1this.ctx.state.unread=0;$4if($3.type==="SimpleCommand"&&$2.exitCode===0&&this.ctx.state.unread>65536)$2={...$2,exitCode:141};',
    )
    .replace(waitsForEnd, "let $1=$2(end)=>end.result??end.error??!0$3$1.stdout$5$1.stdout")
    .replace(refuses, '$1=(printed="")=>$2printed$3$4?.stdout')
    .replace(endsUnknown, "$1$2.prependOutput?.($4.stdout,$4.stderr),$2")
    .replace(beginsUnsafe, "$1this.ctx.state.inCondition&&this.ctx.state.errexitSafe")
    .replace(endsSafe, "$1this.ctx.state.inCondition?$3:$2")
    .replace(setsOption, '$1($2($3)||$3==="inherit_errexit")$4')
    .replace(
      gathersCodes,
      "$1$2if($3.length>0){$1.fs.outputs.endWriters($3,$3.unread);$5=$3.findLast((code)=>code)??0}",
    )
    .replace(
      endsMore,
      'catch($1){if(typeof $1?.stdout==="string")$2=$1,$3={...$4,stdout:$1.stdout,stderr:placed(this.ctx.state,$1.stderr??"")};$5Object.assign($2,{stdout:$3.stdout,stderr:$3.stderr,isInPlace:isFault($2)||$2.isInPlace||!this.ctx.state.functions.has($6)})',
    )
    .replace(leavesLoop, '$1$2){$1=$3.ended??0;break}if($4.action==="continue"&&($1=0,true))')
    .replace(
      leavesNone,
      "$1return{stdout:'',stderr:`bash: $2: only meaningful in a \\`for', \\`while', or \\`until' loop\\n`,exitCode:0}",
    )
    .replace(breaks, '$1Object.assign($3,{ended:$2.state.env.delete("__ended")?1:0})')
    .replace(
      namesFor,
      '$1if($2.state.readonlyVars?.has($3.variable))return $4("bash: "+$3.variable+": readonly variable\\n");',
    );
}
