/**
 * Changes of the shell's code (`shell-changes.ts`) in patterns: it takes no `[!0-9]` in `case`, no `!(…)` where a word begins, and has no
 * engine for the latter; it does not see the brackets of `${x//[$'\t ']}`, no letter beyond ASCII is one of `[[:alpha:]]`,
 * and `name=*)` is a fault in `case`. Its `**` finds hidden files, no folders, and nothing that is named by more than one part (`**`, a name and `*.md`).
 */

/** Matches the brackets of a pattern in `case` and `[[`, and where the end of others is found, and what they stand for. */
const takesBrackets = /let (\w+)=(\w+)\.indexOf\("\]",(\w+)\+1\);\1!==-1\?\((\w+)\+=\2\.slice\(\3,\1\+1\),\3=\1\)/;
const endsBrackets =
  /(function (\w+)\((\w+),\w+\)\{let (\w+)=\w+\+1;for\(\4<\3\.length&&)(\3\[\4\]==="\^")(?=&&\4\+\+,\4<\3\.length&&\3\[\4\]==="\]"&&\4\+\+;\4<\3\.length;\)\{if\(\3\[\4\]==="\\\\"&&\4\+1<\3\.length\)\{\4\+=2;continue\}if\(\3\[\4\]==="\]"\)return \4;if\(\3\[\4\]==="'")/;
const escapesInBrackets = /(\w+)\+=`\\\\\$\{(\w+)\[(\w+)\+1\]\}`(?=,\3\+=2\):\(\1\+="\\\\\\\\",\3\+\+\):)/;
const readsBrackets = /function (\w+)\((\w+)\)\{let \w+="\[",\w+=0;for\(\(\2\[0\]==="\^"\|\|\2\[0\]==="!"\)/;

/** Matches what `!` begins: in front of a bracket also a pattern. */
const beginsBang = /(\w+)==="!"\?(?=(\w+)==="="\?\(this\.pos=)/;

/** Matches where a pattern is compiled, which that engine cannot do with what may not follow. */
const compiles = /function (\w+)\((\w+),(\w+)="",\w+=\{\}\)\{(?=return new \w+\(\2,\3,)/;

/** Matches where the parts of a pattern in `${x#…}` and `${x/…}` are put together, each compiled for itself. */
const joinsParts =
  /for\(let (\w+) of (\w+)\.pattern\.parts\)if\(\1\.type==="Glob"\)(\w+\+=\w+)\(\1\.pattern,(!0|\w+\.greedy),(\w+)\);else if\(\1\.type==="Literal"\).{0,200}?await (\w+)\((\w+),\1\.parts\).{0,240}?else\{let (\w+)=await \w+\(\7,\1\);\w+\+=\w+\(\8\)\}/g;

/** Matches where `case` takes its word, and where it takes a pattern, of which either may look like an assignment (`name=*`). */
const takesWord = /(\w+\.expect\(\w+\.CASE\),)(\w+)\.isWord\(\)(?=\|\|)/;
const takesPatterns = /(for\(;)(\w+)\.isWord\(\)(?=&&\(\w+\.push\(\2\.parseWord\(\)\),\2\.check\(\w+\.PIPE\)\);\))/;
const namesAssignment = /=== *(\w+)\.ASSIGNMENT_WORD/;

/** Matches what the classes of letters stand for. */
const classes =
  /\["alnum","a-zA-Z0-9"\],\["alpha","a-zA-Z"\](,\["ascii".{0,160}?)\["lower","a-z"\](.{0,160}?)\["upper","A-Z"\]/g;

/** Matches where `**` is expanded. */
const expandsAll = /async expandRecursive\(\w+\)\{.*?(?=matchPattern\(\w+,\w+\)\{return this\.patternToRegex)/s;

/** As bash does: in every folder that is not hidden and no link, what follows `**`; where nothing does, all that is there. */
const expandAll = String.raw`async expandRecursive(pattern){
  const[,begin,rest]=/^(.*?)\*\*\/*(.*)$/s.exec(pattern),found=[];
  const walk=async(path)=>{
    this.checkOpsLimit();
    const folder=this.fs.resolvePath(this.cwd,path||"."),names=await this.fs.readdir(folder).catch(()=>undefined);
    if(!names)return;
    const all=path+rest;
    if(rest===""&&path===begin&&path!=="")found.push(path);
    else if(rest.includes("**"))found.push(...await this.expandRecursive(all));
    else if(this.hasGlobChars(rest))found.push(...await this.expandSimple(all));
    else if(rest!==""&&await this.fs.exists(this.fs.resolvePath(this.cwd,all)))found.push(all);
    for(const name of names){
      if(name.startsWith(".")&&!this.dotglob)continue;
      if(rest==="")found.push(path+name);
      if((await this.fs.lstat(folder+"/"+name)).isDirectory)await walk(path+name+"/");
    }
  };
  for(const path of this.hasGlobChars(begin)?await this.expandSimple(begin.replace(/\/+$/,"")):[begin.replace(/(.)\/+$/,"$1")])await walk(path===""||path.endsWith("/")?path:path+"/");
  return[...new Set(found)].sort();
}`;

export const patternPlaces = [
  expandsAll,
  ...[takesBrackets, endsBrackets, escapesInBrackets, readsBrackets, beginsBang, compiles],
  ...[joinsParts, classes, takesWord, takesPatterns, namesAssignment],
];

/** The text of a pattern, in which each sign in quotes stands for itself. */
const patternText = String.raw`const patternText=async(parts,textOf)=>{
  let text="";
  for(const part of parts){
    const each=part.type==="Glob"?part.pattern:await textOf([part]);
    text+=/Quoted$|^Escaped$/.test(part.type)?each.replace(/[^\w\s]/g,"\\$&"):each;
  }
  return text;
};
`;

/** The code with these changes. It needs `shell-syntax.ts` of the sandbox. */
export function changedPatterns(code: string): string {
  const types = namesAssignment.exec(code)?.[1];
  const asWord = `const asWord=(parser)=>{const token=parser.current();if(token.type===${types}.ASSIGNMENT_WORD)token.type=${types}.WORD;return parser.isWord()};\n`;
  const changed = code
    .replace(takesWord, "$1asWord($2)")
    .replace(takesPatterns, "$1asWord($2)")
    .replace(joinsParts, "$3(await patternText($2.pattern.parts,(parts)=>$6($7,parts)),$4,$5);")
    .replace(classes, '["alnum","\\\\p{L}\\\\p{N}"],["alpha","\\\\p{L}"]$1["lower","\\\\p{Ll}"]$2["upper","\\\\p{Lu}"]')
    .replace(
      takesBrackets,
      `let $1=${endsBrackets.exec(code)?.[2]}($2,$3);$1!==-1?($4+=${readsBrackets.exec(code)?.[1]}($2.slice($3+1,$1)),$3=$1)`,
    )
    .replace(escapesInBrackets, '$1+=(/[^\\\\\\]^-]/.test($2[$3+1])?"":"\\\\")+$2[$3+1]')
    .replace(endsBrackets, '$1($5||$3[$4]==="!")')
    .replace(beginsBang, '$1==="!"&&!($2==="("&&beginsPattern(this.tokens,this.input,this.pos))?')
    .replace(expandsAll, () => expandAll)
    .replace(compiles, '$&if($2.includes("(?!"))return nativePattern($2,$3);');
  return patternText + asWord + changed;
}
