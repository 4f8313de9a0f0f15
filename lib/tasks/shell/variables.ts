/**
 * Changes of the shell's code (`shell-changes.ts`) in what it tells of itself: it lacks some of bash's own variables, lists maps, options and
 * functions in another form or order, and joins a list by a blank where `IFS` says otherwise.
 */

/** Matches where a variable is looked up, what joins a list there, and how `$*` is joined. */
const looksUp =
  /async function (\w+)\((\w+),(\w+),\w+=!0,\w+=!1\)\{(?=switch\(\3\)\{case"\?":return String\(\2\.state\.lastExitCode\))/;
const joinsAll =
  /(if\((\w+)==="@"\|\|\2==="\*"\)\{let (\w+)=\w+\((\w+),\w+\);if\(\3\.length>0\)return \3\.map\(\(\[,(\w+)\]\)=>\5\)\.join\()" "\)/;
const joinsPlaces = /case"\*":\{let \w+=Number.{0,160}?\.join\((\w+)\(\w+\.state\.env\)\)\}/;

/** Matches where the keys of a map are listed, and how a map is written. */
const listsKeys =
  /(function \w+\((\w+),\w+\)\{return )(Array\.from\(\w+\(\2,\w+\)\?\.elements\.keys\(\)\?\?\[\]\))\.sort\(\)\}/;
const writesKey = /(,h=)(\w+)(\(\w+\);return`\[\$\{)(\w+)(\(\w+\)\}\]=\$\{h\}`)/;
const writesValue = /return`\[\$\{\w+\}\]=\$\{(\w+)\(\w+\)\}`\}\);\w+\+=`declare -a/;
const endsMap = /(declare -A \$\{\w+\}=\(\$\{\w+\.join\(" "\)\})\)/g;

/** Matches where functions are listed, and where `type` tells one. */
const listsFunctions =
  /if\((\w+)\)\{(?=if\((\w+)\.length===0\)\{let \w+="",\w+=Array\.from\((\w+)\.state\.functions\.keys\(\)\)\.sort\(\);for\(let \w+ of \w+\)\w+\+=`\$\{\w+\} \(\)\n\{\n {4}# function body)/;
const tellsFunction = /function \w+\((\w+),(\w+)\)\{(?=let \w+;return \2\.body\.type==="Group"\?)/;

/** Matches where `=` in `[[ ]]` is read, which becomes `==`, and where it is written. */
const readsEqual = /return\{type:"CondBinary",operator:"==",/;
const writesEqual = /(case"CondBinary":return`\$\{\w+\((\w+)\.left\)\} \$\{)(?=\2\.operator\})/;

/** Matches what writes a command, a word and a redirection. */
const writesCommand = /function (\w+)\((\w+)\)\{switch\(\2\.type\)\{case"SimpleCommand":return (\w+)\(\2\);/;
const writesWord = /function (\w+)\((\w+)\)\{return \2\.parts\.map\((\w+)=>\w+\(\3,!1\)\)\.join\(""\)\}/;
const writesLiteral = /function \w+\((\w+)\)\{(?=return \1\.replace\(\/\[\\s\\\\'"`!\|&;)/;
const writesRedirection = /function (\w+)\((\w+)\)\{let \w+=\2\.fdVariable\?/;

/** Matches the columns of `set -o`, and of `shopt`. */
const columns = /`\$\{(\w+)\.padEnd\(16\)\}(\$\{[^`]*\}|off)`/g;
const tabs = /`\$\{(\w+)\}\t\t(?=\$\{\w+\?"on":"off"\}`)/g;

/** Matches the text of `${x:?…}`. */
const asksFor =
  /(\w+)(\.coverage\?\.hit\("bash:expansion:error_if_unset"\).{0,140}?)`\$\{(\w+)\}: parameter null or not set`;throw new (\w+)\(1,"",`bash: (?=\$\{\w+\}\n`\)\}return \w+\.effectiveValue\})/;

/** Matches how `${x@Q}` quotes. */
const quotes =
  /(function \w+\((\w+)\)\{if\(\2===""\)return"''";if\(\/\[\\n\\r\\t\\x00-\\x1f\\x7f)'(\]\/\.test\(\2\)\))/;
const quotesPlainly = /(return`\$\{\w+\}'`\}return)`'\$\{(\w+)\}'`(?=\})/;

/** Matches where `export` reads its options, and where `unset` removes a function. */
const exports =
  /function \w+\((\w+),(\w+)\)\{(?=let (\w+)=!1,\w+=\[\];for\(let (\w+) of \2\)\4==="-n"\?\3=!0:\4==="-p")/;
const removesFunction = /if\(\w+==="function"\)\{(\w+)\.state\.functions\.delete\((\w+)\);/;

/** Matches where `unset` reads its options. */
const unsets =
  /(function \w+\((\w+),\w+\)\{let (\w+)="both",\w+="",\w+=0;for\(let (\w+) of \w+\)\{)(?=if\(\4==="-v"\)\{\3="variable")/;

/** Matches where `${#x}` is told: the shell takes `${#@}` and `${#*}` for the length of a text. */
const measures = /function \w+\((\w+),(\w+),\w+\)\{(?=\1\.coverage\?\.hit\("bash:expansion:length"\))/;

/** Matches where functions are listed by name. */
const listsAll = /Array\.from\((\w+\.state)\.functions\.keys\(\)\)|(?<=\bof )(\w+\.state)\.functions\.keys\(\)/g;
const listsNames =
  /(Array\.from\((\w+)\.state\.functions\.keys\(\)\)\.sort\(\),(\w+)="";for\(let (\w+) of \w+\)\3\+=)`declare -f \$\{\4\}\n`/;

/** Matches where `${map[key]:=…}` sets what it names, by number only. */
const setsDefault =
  /(\{let\[,(\w+),(\w+)\]=\w+,(\w+);)(if\(\/\^\\d\+\$\/\.test\(\3\)\).{0,260}?\w+\((\w+),\2,\4,\w+)(?=\)\}else \6\.state\.env\.set\()/;

/** Matches the version that it tells, which is newer by what it can. */
const tellsVersion = /"5\.1\.0\(1\)-release"/;

/** Matches where `declare -p` finds a variable of a function, which may have ended. */
const isOfFunction = /(\w+=(\w+)\.state\.)localVarDepth\?\.has\((\w+)\)(?=;\w+\|\|)/;

/** Matches where `set` refuses an option, of which it says too much. */
const refusesOption =
  /(set: (?:\$\{[^}]*\})+: invalid option( name)?\n)\$\{\w+\}(`;if\(\w+\.state\.options\.posix\)throw new \w+\()1(,"",(\w+)\);return \w+\(\5)\)/g;

export const variablePlaces = [
  refusesOption,
  isOfFunction,
  tellsVersion,
  setsDefault,
  listsNames,
  listsAll,
  ...[looksUp, joinsAll, joinsPlaces, listsKeys, writesKey, writesValue, endsMap, listsFunctions],
  ...[
    tellsFunction,
    readsEqual,
    writesEqual,
    writesCommand,
    writesWord,
    writesLiteral,
    writesRedirection,
    columns,
    tabs,
    asksFor,
    quotes,
    quotesPlainly,
    exports,
    removesFunction,
    unsets,
    measures,
  ],
];

/** The code with these changes. It needs `function-text.ts` and `shell-variables.ts` of the sandbox. */
export function changedVariables(code: string): string {
  const join = joinsPlaces.exec(code)?.[1];
  const value = writesValue.exec(code)?.[1];
  const [, command] = writesCommand.exec(code) ?? [];
  const word = writesWord.exec(code)?.[1];
  const redirection = writesRedirection.exec(code)?.[1];
  const always = "hashall|interactive-comments";
  const listed =
    'const names=$2.length>0?$2:ownFunctions($3.state).sort(),known=names.filter((name)=>$3.state.functions.has(name));return{stdout:known.map((name)=>functionText(name,$3.state.functions.get(name),written)).join(""),stderr:"",exitCode:known.length===names.length?0:1}';
  // The running functions have places by number only.
  const place = `const placeOf=async(context,name)=>{
  const[,list,place]=/^(FUNCNAME|BASH_LINENO|BASH_SOURCE)\\[(.+)\\]$/.exec(name)??[];
  return list===undefined||/^(?:\\d+|[@*])$/.test(place)?name:list+"["+await calculated(context,{text:place})+"]";
};
`;
  const changed = code
    .replace(refusesOption, (_, said: string, isName: string | undefined, ...[throws, text]: string[]) => {
      const usage = "set: usage: set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]\n";
      return `${said}${isName ? "" : usage}${throws}2${text},2)`;
    })
    .replace(tellsVersion, '"5.2.0(1)-release"')
    .replace(
      setsDefault,
      '$1const isMap=$6.state.associativeArrays?.has($2);if(isMap)$4=$3;else $5,isMap?"associative":"indexed"',
    )
    .replace(isOfFunction, "$1localVarDepth?.get($3)<=$2.state.callDepth")
    .replace(listsNames, `$1"declare -f"+($2.fs.exported?.has($4)?"x ":" ")+$4+"\\n"`)
    .replace(
      looksUp,
      '$&if($3.endsWith("]"))$3=await placeOf($2,$3);const own=$3==="BASH_COMMAND"?$2.fs.traps?.command():ownVariable($3,$2.state);if(own!==undefined)return own;',
    )
    .replace(joinsAll, `$1$2==="*"?${join}($4.state.env):" ")`)
    .replace(readsEqual, "$&isShort:true,")
    .replace(writesEqual, '$1$2.isShort?"=":')
    .replace(listsKeys, "$1inHashOrder($3)}")
    .replaceAll(new RegExp(writesKey, "g"), `$1${value}$3keyText$5`)
    .replace(endsMap, "$1 )")
    .replace(
      exports,
      "$&if(/^-n?fn?$/.test($2[0]??''))return exportedFunctions($1,$2);if($2.some((word)=>word.includes('=\\0(')))return declared($1,['-x',...$2]);",
    )
    .replace(removesFunction, "$&$1.fs.exported?.delete($2);")
    .replace(listsFunctions, `if($1){${listed}}$&`)
    .replaceAll(listsAll, "ownFunctions($1$2)")
    .replace(tellsFunction, `$&return \`\${$1} is a function\n\${functionText($1,$2,written)}\`;`)
    .replace(writesLiteral, `$&if(/[\\n\\t]/.test($1))return\`'\${$1.replaceAll("'","'\\\\''")}'\`;`)
    .replace(columns, (_, name, how) => {
      const said = how === "off" ? `\${/^(?:${always})$/.test(${name})?"on":"off"}` : how;
      return `\`\${${name}.padEnd(15)}\t${said}\``;
    })
    .replace(tabs, `\`\${$1.padEnd(15)}\t`)
    .replace(asksFor, `$1$2"parameter null or not set";throw new $4(faultCode($1.state),"",\`bash: \${$3}: `)
    .replace(quotes, "$1$3")
    .replace(quotesPlainly, `$1\`'\${$2.replaceAll("'","'\\\\''")}'\``)
    .replace(measures, '$&if($2==="@"||$2==="*")return $1.state.env.get("#")??"0";')
    .replace(
      unsets,
      '$1if($4==="-n"){$3="name";continue}if($3==="name"){$2.state.namerefs?.delete($4);$2.state.env.delete($4);continue}',
    );
  return `${place}const ownFunctions=({functions})=>[...functions.keys()].filter((name)=>name!=="__select");
const exportedFunctions=(context,[option,...names])=>{
  const{fs,state}=context,missing=names.filter((name)=>!state.functions.has(name));
  for(const name of names)if(option.includes("n"))fs.exported.delete(name);else if(state.functions.has(name))fs.exported.set(name,functionText(name,state.functions.get(name),written));
  return{stdout:"",stderr:missing.map((name)=>"bash: export: "+name+": not a function\\n").join(""),exitCode:missing.length>0?1:0};
};
const written={command:(node)=>${command}(node),word:(node)=>${word}(node),redirection:(node)=>${redirection}(node)};${changed}`;
}
