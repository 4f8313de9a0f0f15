/**
 * Changes of the shell's code (`shell-changes.ts`) in how it goes on after a fault: bash runs what comes before a syntax error, leaves the
 * rest of a line on which a word or a number had a fault, and calls neither of these the end of the shell. Also, in what `~+` stands for,
 * and in where `$(…)` ends: it takes the end of `<<<` for the beginning of a here-document, the quotes and brackets of a comment for code,
 * and what follows `$#` for a comment. A script with one of them did not begin, or ended there without a word.
 */

/** Matches where a whole text is parsed, and where it says which class of error ends one. */
const parsesText = /(parse\((\w+),(\w+)\)\{)(?=this\.ownsParseBudget&&)/;
const endsText = /let \w+=new (\w+)\(\w+\);throw \w+\.prependOutput\(\w+\.stdout/;
const fails = /if\((\w+)\.deferredError\)throw new \w+\(\1\.deferredError\.message,\1\.line\?\?1,1\);/;

/** Matches where the blanks are cut off that the lines of a script begin with, and what it takes for blanks. */
const cutsBlanks = /\w+\.rawScript\|\|\(\w+=\w+\(\w+\)\);/;

/** Matches where a text is parsed and run. */
const parsesScript = /let \w+=(\w+)\(\w+\);return await \w+\.executeScript/;

/** Matches where a statement of a script is parsed, and where it is run. */
const readsStatement =
  /,(\w+)=this\.parseStatement\(\);\1&&(\w+)\.push\(\1\)(?=,this\.check\((\w+\.HEREDOC_CONTENT)\))/;
const runsStatements = /(for\(let (\w+) of )(\w+\.statements)(\)try\{)(?=let \w+=await this\.executeStatement\(\2\);)/;
const goesOn =
  /(if\(\w+ instanceof )(\w+)(\)\{(\w+)\.append\("stdout",(?:(?!continue).){0,240}?)continue\}if\((\w+) instanceof (\w+)\)(\{(?:(?!continue).){0,300}?)continue\}/;

/** Matches where a pattern without a file ends only the command. */
const keepsFor =
  /(catch\((\w+)\)\{)if\(\2 instanceof (\w+)\)return\{stdout:"",stderr:\2\.stderr,exitCode:1\};(throw \2)/;
const keepsCommand = /if\((\w+\?\.finish\(\)),(\w+) instanceof \w+\)return \w+\(\2\.stderr\);/;

/** Matches a bracket where no command may begin, which is told when it is run. */
const refusesBracket =
  /(let (\w+)=`syntax error near unexpected token [^;]*;)return this\.advance\(\),\w+\.statement\([^;]*?\{message:\2,token:\w+\}\)/;

/** Matches the errors that a list of commands hands on, a loop, and a pipeline. */
const isEnd =
  /(function \w+\((\w+)\)\{return )\2 instanceof \w+\|\|\2 instanceof \w+\|\|\2 instanceof \w+(?=\}var (\w+),)/;
const endsLoop =
  /if\((\w+) instanceof \w+(?=(?:\|\|\1 instanceof \w+)+\)return \1\.prependOutput\(\w+,\w+\),\{action:"rethrow")/;
const inPipe =
  /(else if\()((\w+) instanceof \w+)(&&(\w+)\.commands\.length>1\)\w+=\{.{0,60}?exitCode:)(\3\.exitCode)\}/;

/** Matches where a shell ends by a variable that is not set (`set -u`). */
const endsUnset =
  /(instanceof \w+\)return \w+\.append\("stdout",(\w+)\.stdout,\2\.internalOutputAccounting\.stdout\),\w+\.append\("stderr",\2\.stderr,\2\.internalOutputAccounting\.stderr\),\w+=)1(?=,this\.ctx\.state\.lastExitCode)/;

/** Matches the words of a `for` that names none. */
const readsPlaces = /(\w+\.words===null\)\w+=)\((\w+)\.state\.env\.get\("@"\)\|\|""\)\.split\(" "\)\.filter\(Boolean\)/;

/** Matches where the words of a `for` end, among which it takes no `a=b`. */
const endsPlaces =
  /(\w+=\[\];!(\w+)\.check\((\w+)\.SEMICOLON,\3\.NEWLINE,\3\.DO,\3\.EOF\)&&)\2\.isWord\(\)(?=;\)\w+\.push\(\2\.parseWord\(\)\))/;

/** Matches where `[` says nothing of two words that are no test, of what is no number, and takes nothing for zero. */
const saysNoTest = /(\?(\w+)\(`test: \$\{(\w+)\}: unary operator expected\n`,2\):)\w+\("","",1\)/;
const saysNoNumber =
  /(let (\w+)=\w+\((\w+)\),\w+=\w+\((\w+)\);return!\2\.valid\|\|!\w+\.valid\?)\w+\("","",2\)(?=:\w+\(\w+\(\w+,)/;
const takesNothing = /(\w+=\w+\.trim\(\),\w+===""\)return\{value:0,valid:!)0/;

/** Matches what `time` says. */
const saysTime =
  /let (\w+)=\((\w+)\(\)-(\w+)\)\/1e3,.{0,60}?;(\w+)\.timePosix\?.{0,140}?,(\w+)=\{\.\.\.\5,stderr:\5\.stderr\+\w+\}(?=\}\w+&&!(\w+)\.state\.shoptOptions\.lastpipe)/s;

/** Matches where the pattern of `[[ … =~ … ]]` ends, and the first of the signs that it knows in brackets, where all may stand. */
const endsPattern =
  /(\w+\.check\(\w+\.DBRACK_END\)\|\|)(\w+\.check\(\w+\.AND_AND\)\|\|\w+\.check\(\w+\.OR_OR\))(?=\|\|\w+\.check\(\w+\.NEWLINE\)\|\|\w+\.check\(\w+\.EOF\);for)/;
const readsSign =
  /(else if\((\w+)>0)&&\w+\.check\(\w+\.LESS\)(\)\{let (\w+)=\w+\.advance\(\);\w+\.push\(\{type:"Literal",value:)"<"/;
const readsPattern = /,(\w+)=\w+\.getInput\(\),\w+=\(\)=>\w+\.check\(\w+\.DBRACK_END\)/;

/** Matches where a comment begins, but not behind a bracket of a pattern (`[[ x =~ ^(#+) ]]`). */
const beginsComment = /if\((\w+)==="#"&&this\.dparenDepth===0\)(?=return this\.readComment\((\w+),)/;

/** Matches what a word's `~` is followed by, and what it stands for. */
const readsTilde =
  /(let (\w+)=\w+\+1;for\(;\2<(\w+)\.length&&)\/\[a-zA-Z0-9_-\]\/(\.test\(\3\[\2\]\);\)\2\+\+;return \2)/;
const expandsTilde =
  /(\(\w+\.coverage\?\.hit\("bash:expansion:tilde"\),)((\w+)\.user===null\?(\w+)\.state\.env\.get\("HOME"\))/;
const expandsTildes = /(let (\w+)=)(\w+)(\.state\.env\.get\("HOME"\)!==void 0\?.{0,60}?;)(?=if\((\w+)==="~")/;

/** Matches where the commands in a loop, a group or parentheses are read, of which there must be one. */
const readsBody = /=(\w+)\.parseCompoundList\(\)(?=[;,]\1\.expect\(\w+\.(?:DONE|RPAREN|RBRACE)\))/g;

/** Matches where a command follows `&&` or `||`, and a pipe. */
const joinsNext =
  /(let (\w+)=this\.advance\(\);\w+\.push\(\2\.type===(\w+)\.AND_AND\?"&&":"\|\|"\),this\.skipNewlines\(\))/;
const pipesNext = /(let (\w+)=this\.advance\(\);this\.skipNewlines\(\))(,\w+\.push\(\2\.type===(\w+)\.PIPE_AMP\))/;

export const syntaxPlaces = [
  joinsNext,
  pipesNext,
  ...[
    readsBody,
    cutsBlanks,
    parsesScript,
    parsesText,
    endsText,
    fails,
    readsStatement,
    runsStatements,
    goesOn,
    keepsFor,
    keepsCommand,
  ],
  ...[
    saysTime,
    refusesBracket,
    isEnd,
    endsLoop,
    inPipe,
    endsUnset,
    readsPlaces,
    endsPlaces,
    saysNoTest,
    saysNoNumber,
    takesNothing,
    beginsComment,
    endsPattern,
    readsSign,
    readsPattern,
    readsTilde,
    expandsTilde,
    expandsTildes,
  ],
];

/** The changes of the statements of a script: where each ends, which comes next, and with which it goes on after a fault. */
function changedStatements(code: string): string {
  const pattern = keepsFor.exec(code)?.[3];
  const parse = parsesScript.exec(code)?.[1];
  return code
    .replace(
      readsBody,
      "=((list)=>{if(list.length===0&&$1.current().value)$1.error('syntax error near unexpected token `'+$1.current().value+\"'\");return list})($1.parseCompoundList())",
    )
    .replace(
      readsStatement,
      ",begins=this.current().line,$1=this.parseStatement();$1&&($1.isJoined=begins===$2.endsAt,$2.push($1),$2.endsAt=this.tokens[this.pos-1]?.line,$1.ends=(this.check($3)?this.current():this.tokens[this.pos-1])?.end)",
    )
    .replace(
      runsStatements,
      `let leaves=false;const{isInner,isRead}=textKind(this.ctx.state);$1statementsOf(this.ctx.state,$3,${parse})$4if(leaves&&$2.isJoined)continue;leaves=false;`,
    )
    .replace(
      goesOn,
      `$1$2||isFixed($5)||isFault($5)||$5 instanceof ${pattern}$3leaves=true;if($5.isOfPlace&&!isRead)break;continue}if($5 instanceof $6)$7leaves=true;continue}`,
    );
}

/** The code with these changes. It needs `shell-syntax.ts` and `script-input.ts` of the sandbox. */
export function changedSyntax(code: string): string {
  const ends = endsText.exec(code)?.[1];
  const end = isEnd.exec(code)?.[3];
  return changedStatements(code)
    .replace(cutsBlanks, "")
    .replace(
      parsesText,
      "parse($2,$3){return this.ownsParseBudget?readScript($2,text=>this.parseText(text,$3)):this.parseText($2,$3)}parseText($2,$3){",
    )
    .replace(
      fails,
      `if($1.deferredError)throw new ${ends}(2,"",faultLines(this.ctx.state,$1.line??1,$1.deferredError));`,
    )
    .replace(joinsNext, "$1,this.check($3.EOF)&&this.error()")
    .replace(pipesNext, "$1,this.check($4.EOF)&&this.error()$3")
    .replace(keepsFor, "$1$4")
    .replace(keepsCommand, "$1;")
    .replace(refusesBracket, "$1return this.error($2)")
    .replace(isEnd, "$1$2 instanceof $3")
    .replace(endsLoop, `if($1 instanceof ${end}`)
    .replace(
      inPipe,
      `$1($2||${["ArithmeticError", "BadSubstitutionError", "NounsetError", "GlobError"].map((name) => `$3.name==="${name}"`).join("||")})$4$6??1}`,
    )
    .replace(endsUnset, "$1faultCode(this.ctx.state)")
    .replace(
      readsPlaces,
      '$1Array.from({length:Number($2.state.env.get("#")??0)},(_,at)=>$2.state.env.get(String(at+1))??"")',
    )
    .replace(endsPlaces, "$1($2.isWord()||$2.check($3.ASSIGNMENT_WORD))")
    .replace(
      saysNoTest,
      (_, said: string, fails: string, word: string) =>
        `${said.replace("test:", "bash: [:")}${fails}(\`bash: [: \${${word}}: unary operator expected\\n\`,2)`,
    )
    .replace(
      saysNoNumber,
      `$1${saysNoTest.exec(code)?.[2]}(\`bash: [: \${$2.valid?$4:$3}: integer expression expected\\n\`,2)`,
    )
    .replace(takesNothing, "$11")
    .replace(
      saysTime,
      'const time={stdout:"",stderr:timeText(($2()-$3)/1e3,$4.timePosix,$6.state.env.get("TIMEFORMAT"))};await toPlace($6,time);$5={...$5,stdout:$5.stdout+time.stdout,stderr:$5.stderr+time.stderr}',
    )
    .replace(readsSign, `$1$3${readsPattern.exec(code)?.[1]}.slice($4.start,$4.end)`)
    .replace(endsPattern, `$1${readsSign.exec(code)?.[2]}===0&&($2)`)
    .replace(beginsComment, 'if($1==="#"&&this.dparenDepth===0&&!isInPattern(this.tokens,$2))')
    .replace(readsTilde, "$1/[a-zA-Z0-9_+-]/$4")
    .replace(expandsTilde, '$1/^[-+]$/.test($3.user)?$4.state.env.get($3.user==="+"?"PWD":"OLDPWD")??"~"+$3.user:$2')
    .replace(
      expandsTildes,
      'if(/^~[-+](?:\\/|$)/.test($5)){const folder=$3.state.env.get($5[1]==="+"?"PWD":"OLDPWD");return folder===undefined?$5:folder+$5.slice(2)}$&',
    );
}

/** Matches where `<<` begins a here-document. */
const beginsDocument = /(\w+==="<"&&(\w+)\[(\w+)\+1\]==="<"&&\2\[\3\+2\]!=="<")/g;

/** Matches where a comment begins, in one of the two places that look for the end; and in the other, where a sign is read that is in no quotes. */
const beginsRemark = /(\w+==="#"&&!\w+&&)\(\w+===""\|\|\/\\s\/\.test\((\w+\[\w+-1\])\|\|""\)\)/;
const readsInside =
  /(if\(\w+\)(\w+)==="'"&&\(\w+=!1\);else if\(\w+\).{0,120}?else\{)(?=if\(\2==="\("&&(\w+)\[(\w+)\+1\]==="\("\?(\w+)\+\+:)/s;

export const substitutionPlaces = [beginsDocument, beginsRemark, readsInside];

/** The code with these changes of where `$(…)` ends. */
export function changedSubstitutions(code: string): string {
  const begins = String.raw`/[\s;|&(]/.test`;
  return code
    .replace(beginsDocument, '$1&&$2[$3-1]!=="<"')
    .replace(beginsRemark, `$1${begins}($2||" ")`)
    .replace(readsInside, `$1if($2==="#"&&$5===0&&${begins}($3[$4-1]))while($4+1<$3.length&&$3[$4+1]!=="\\n")$4++;`);
}
