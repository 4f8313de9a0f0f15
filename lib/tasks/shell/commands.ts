/**
 * Changes of the shell's code (`shell-changes.ts`) in single commands of its own: many pass over options that there are not, which bash
 * refuses with 2, or take them for names. Which there are, the table says from which `help` answers.
 */

/** Matches where a command of the shell's own is run, the table of `help`, and `help`. */
const runsOwn =
  /(?<=hit\(`bash:builtin:.{0,9}\),)((\w+)==="export"\)return \w+\((\w+),(\w+)\);)(?=.{0,1500}?if\(!(\w+)\)\{let \w+=\3\.state\.functions\.get\(\2\))/s;
const tableOfHelp = /var (\w+)=new Map\(\[\[":",\[": /;
const helps =
  /function (\w+)\(\w+,\w+\)\{(?=let \w+=!1,\w+=\[\],\w+=0;for\([^{]*\{let \w+=\w+\[\w+\];if\(\w+==="--"\)\{for\()/;

/** Matches where a command finds that it is asked for help. */
const asksForHelp = /(function \w+\((\w+)\)\{return )\2\.includes\("--help"\)\}/;
const helpsWithSet = /if\((\w+)\.includes\("--help"\)\)return [\w$]+\(\w+\);(?=if\(\1\.length===0\))/;

/** Matches where `mapfile` reads its options. */
const mapsFile = /function \w+\(\w+,(\w+),\w+\)\{(?=let \w+=`\n`,\w+=0,\w+=0,\w+=0,\w+=!1,\w+="MAPFILE")/;

/** Matches the exit code of `command -v`, which is that of the last name. */
const endsLookUp =
  /return (\w+)\((\w+),(\w+),\w+\)\}(?=async function \w+\(\w+,\w+\)\{if\(\w+\.includes\("\/"\)\)\{let \w+=\w+\.fs\.resolvePath\(\w+\.state\.cwd,\w+\);if\(await)/;

/** Matches where `compgen` reads which words it is to list, of which it knows few, where it lists them, and where it has none. */
const readsLists = /if\((\w+)==="-v"\)(\w+)\.push\("variable"\);(?=else if\(\1==="-e"\))/;
const readsPattern = /(if\((\w+)\+\+,\2>=(\w+)\.length\)return \w+\(`compgen: -G: option requires an argument\n`,2\))/;
const listsWords = /(for\(let (\w+) of \w+\))(if\(\2==="variable"\)\{let \w+=\w+\((\w+),\w+,\w+\(\)\);(\w+)\()/;
const listsNone = /(if\(\w+\.length===0)&&\w+!==null(?=\)return \w+\(\w+,"",1\);let \w+=new \w+\([\w.]+,"compgen"\))/;
const expandsPattern =
  /async function \w+\((\w+),\w+\)\{if\(\1\.state\.options\.noglob\)return \w+;let \w+=(\w+)\(\1\)/;

/** Matches where `cd` looks for the folder before, and where a shell begins as if it came from its own folder. */
const goesBack = /(\w+\[0\]==="-"\?\(\w+=)(\w+)\.state\.previousDir,/;
const changesFolder =
  /async function \w+\((\w+),(\w+)\)\{(?=let \w+,\w+=!1,\w+=!1,\w+=0;for\(;\w+<\2\.length;\)if\(\2\[\w+\]==="--"\)\{\w+\+\+;break\}else if\(\2\[\w+\]==="-L")/;
const comesFrom = /(\["PWD",\w+\],)\["OLDPWD",\w+\],/;

export const commandPlaces = [
  ...[runsOwn, tableOfHelp, helps, asksForHelp, helpsWithSet],
  ...[mapsFile, endsLookUp, goesBack, changesFolder, comesFrom],
  ...[readsLists, readsPattern, listsWords, listsNone, expandsPattern],
];

/** What the table says otherwise than bash of the commands whose options it lacks. */
const synopses = {
  cd: "cd [-L|[-P [-e]] [-@]] [dir]",
  declare: "declare [-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]",
  typeset: "typeset [-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]",
  getopts: "getopts optstring name [arg ...]",
  wait: "wait [-fn] [-p var] [id ...]",
};

/**
 * Functions, as text: `refusal` answers a question for help and an option that there is not; `undefined` for others, and for commands that
 * take such words for texts or numbers. `apart` gives the options of `mapfile` with each value as a word of its own; `undefined` for one
 * that the shell's own passes over.
 */
const helpers = (table = "", help = "") => String.raw`const synopses=${JSON.stringify(synopses)};
const refusal=(context,name,words,isOwn)=>{
  const said=synopses[name]??${table}.get(name)?.[0];
  if(said===undefined||!isOwn&&context.state.functions.has(name)||/^(?:[:[]|test|echo|true|false)$/.test(name))return undefined;
  if(words[0]==="--help")return{...${help}(context,[name]),exitCode:2};
  if(/^(?:break|caller|continue|dirs|exit|kill|let|popd|pushd|return|set|shift)$/.test(name)||name==="local"&&context.state.callDepth===0)return undefined;
  const known=new Set([...(name==="local"?synopses.declare:said).matchAll(/(?<=[[\s|])-([\w@]+)/g)].flatMap(([,letters])=>[...letters]));
  for(let at=0;/^-./.test(words[at]??"")&&words[at]!=="--";at++){
    for(const letter of words[at].slice(1)){
      if(!known.has(letter))return{stdout:"",stderr:"bash: "+name+": -"+letter+": invalid option\n"+name+": usage: "+said+"\n",exitCode:2};
      if(!said.includes("[-"+letter+" "))continue;
      if(words[at].endsWith(letter))at++;
      break;
    }
  }
};
const apart=(words)=>{
  const found=[];
  for(let at=0;at<words.length;at++){
    const[,flags,letter,value]=/^-(t*)([a-zA-Z])(.*)$/s.exec(words[at])??[];
    if(letter===undefined){found.push(words[at]);continue}
    if(!/[dnOstCc]/.test(letter))return undefined;
    if(flags||letter==="t")found.push("-t");
    if(letter!=="t")found.push("-"+letter,value||words[++at]||"");
  }
  return found;
};
`;

/** The code with these changes. */
export function changedCommands(code: string): string {
  const changed = code
    .replace(runsOwn, "refusal($3,$2,$4,$5))return refusal($3,$2,$4,$5);if($1")
    .replace(asksForHelp, '$1$2.slice(0,$2.indexOf("--")>>>0).includes("--help")}')
    .replace(helpsWithSet, "")
    .replace(
      mapsFile,
      '$&$1=apart($1);if(!$1)return{stdout:"",stderr:"bash: mapfile: this option is not possible here\\n",exitCode:2};',
    )
    .replace(endsLookUp, 'return $1($2,$3,$2===""?1:0)}')
    .replace(
      readsLists,
      'const list={"-a":"alias","-b":"builtin","-c":"command","-v":"variable"}[$1];if(list)$2.push(list);',
    )
    .replace(readsPattern, `$1;${readsLists.exec(code)?.[2]}.push({pattern:$3[$2]})`)
    .replace(
      listsWords,
      `$1if($2.pattern!==undefined){const found=await ${expandsPattern.exec(code)?.[2]}($4).expand($2.pattern);if(found.length>0&&await $4.fs.exists($4.fs.resolvePath($4.state.cwd,found[0])))$5(found)}else $3`,
    )
    .replace(listsNone, "$1")
    .replace(comesFrom, "$1")
    .replace(
      changesFolder,
      '$&if($2.at(-1)==="-"&&!$1.state.env.has("OLDPWD"))return{stdout:"",stderr:"bash: cd: OLDPWD not set\\n",exitCode:1};',
    )
    .replace(goesBack, '$1$2.state.env.get("OLDPWD"),');
  return helpers(tableOfHelp.exec(code)?.[1], helps.exec(code)?.[1]) + changed;
}
