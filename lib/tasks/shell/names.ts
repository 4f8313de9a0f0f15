/**
 * Changes of the shell's code (`shell-changes.ts`) where a name or a place is none: it sets `readonly x-y=3` and the element of an empty
 * key, runs nothing of a script in which `${a!}` stands anywhere, takes `${!x}` of no name for unset, goes on behind `${a[]}`, and takes any word for a number of lines.
 */

/** Matches where the parser refuses what stands in `${…}`, and where it keeps that, to be told when it is run. */
const refusesLength =
  /(\/\[-\+=\?\]\/\.test\((\w+)\[(\w+)\]\)\?)\w+\.error\(`.{0,80}?: bad substitution`\)(:\2\[\3\]==="\/"\?)\w+\.error\(`.{0,80}?: bad substitution`\)(?=:(\w+)=\{type:"Length"\})/;
const refusesText =
  /(for\(;(\w+)<(\w+)\.length&&\3\[\2\]!=="\}";\)\2\+\+;let (\w+)=\3\.slice\(\w+,\2\+1\);)\w+\.error\(`\\\$\{\$\{\4\.slice\(2,-1\)\}\}: bad substitution`\)/;
const keepsText =
  /if\((\w+)===""(?=&&!\w+&&!\w+&&\w+\[\w+\]!=="\}"\)\{let (\w+)=1,(\w+)=\w+;.{0,200}?let (\w+)=(\w+)\.slice\((\w+)\+2,\3\);return\{part:(\w+)\.parameterExpansion\("",\{type:"BadSubstitution",text:\4\}\))/;

/** Matches where that is told, and what is told of a name that cannot be declared. */
const tellsText = /(case"BadSubstitution":throw new \w+\()(\w+\.text)\)/;
const declaresName = /`bash: typeset: (?=\\`\$\{\w+\}': not a valid identifier\n`)/g;

/** Matches where `${!x}` has what `x` holds, which may name nothing. */
const followsName =
  /(async function \w+\((?:\w+,){6}\w+=!1\)\{if\(\w+\.coverage\?\.hit\("bash:expansion:indirection"\).{0,400}?let (\w+)=\w+;if\(\w+&&\(\2===""\|\|\2\.includes\(" "\)\)\)throw new (\w+)\(`[^`]*`\);)/s;

/** Matches where a key of a map is read from a list's text. */
const readsKey =
  /(for\(;\w+<\w+\.length&&!\/\\s\/\.test\(\w+\[\w+\]\);\)\w+\+=\w+\[\w+\],\w+\+\+;)(?=[\w$]+\(\w+,\[(\w+),\w+\],\w+\)\}return)/;

/** Matches where an empty place is looked up, and where one is set; where an element is set, and its key is known. */
const looksUpEmpty = /(\\\[\\\]\$\/\.test\((\w+)\)\))throw new \w+\(`\\\$\{\$\{\2\}\}`\)/;
const setsEmpty =
  /return\{continueToNext:!1,xtraceOutput:\w+,tempAssignments:\w+,error:\w+\("",`bash: \$\{(\w+)\}: bad array subscript\n`,1\)\}/;
const setsElement =
  /(async function \w+\((\w+),(\w+),(\w+),(\w+)(?:,\w+)*\)\{)(?=let \w+=\4;if\(\w+\(\2,\4\)\)\{let \w+=\w+\(\2,\4\);if\(\w+&&\w+!==\4\)\{if\(\w+\.includes\("\["\))/;
const findsKey =
  /if\(\w+\)((\w+)=await \w+\((\w+),(\w+)\));else(?=\{let (\w+)=await \w+\(\3,(\w+),\4\);if\(\5\.error\)return\{continueToNext:!1,xtraceOutput:"",error:\5\.error\};\2=String)/;

/** Matches where the elements of a list with keys are gathered: of a map, and of an indexed one. */
const gathersKeys =
  /(\w+\.push\(\{type:"keyed",key:(\w+),value:\w+,append:\w+\}\))\}else\{(let (\w+)=await \w+\((\w+),(\w+)\);)(\w+\.push\(\{type:"invalid",expandedValue:\4\}\))/;
const gathersPlaces =
  /(for\(let (\w+) of \w+\)\{let (\w+)=\w+\(\2\);if\(\3\)\{.{0,420}?)(?=\w+\.push\(\{type:"keyed",indexExpr:(\w+),)/s;

/** Matches what a pipeline, and a script, make of what cannot be put in. */
const endsCommand =
  /if\((\w+) instanceof (\w+)\)\w+=\{stdout:\1\.stdout,stderr:\1\.stderr,exitCode:1\};else (?=if\(\1 instanceof)/;

/** Matches where `readonly`, `export`, `getopts`, `printf`, `mapfile` and `unset` read names. */
const runsReadonly = /(\w+==="readonly"\)return )(\w+)\((\w+),(\w+)\)/;
const exportsName = /(\w+\+=`bash: export: \\`\$\{)(\w+)(?=\}': not a valid identifier\n`,)/g;
const readsOptions =
  /(getopts: usage: getopts optstring name \[arg \.\.\.\]\n`\);let \w+=\w+\[0\],(\w+)=\w+\[1\],(\w+)=.{0,160}?;)(?=if\(\w+\.length>2\))/s;
const printsName = /(stderr:`)(?=printf: \\`\$\{\w+\}': not a valid)/;
const runsMap = /(\w+==="mapfile"\|\|\w+==="readarray"\)return )(\w+\((\w+),(\w+),\w+\))/;
const unsetsFrom = /let (\w+)="both",\w+="",\w+=0;for\(let \w+ of \w+\)\{/;
const unsetsName = /\w+\+=`bash: unset: \\`\$\{\w+\}': not a valid identifier\n`,\w+=1;(?=continue\})/g;

export const namePlaces = [
  ...[
    refusesLength,
    refusesText,
    keepsText,
    tellsText,
    followsName,
    declaresName,
    readsKey,
    looksUpEmpty,
    setsEmpty,
    setsElement,
    findsKey,
  ],
  ...[gathersKeys, gathersPlaces, endsCommand],
  ...[runsReadonly, exportsName, readsOptions, printsName, runsMap, unsetsFrom, unsetsName],
];

/** Functions, as text, that the changed code calls. */
export const nameHelpers = String.raw`const saidOf=({state},message)=>{state.expansionStderr=(state.expansionStderr??"")+"bash: "+message+"\n"};
const saysPlace=(context,word)=>saidOf(context,written.word(word).replaceAll("\\]","]")+": bad array subscript");
const noName=(name)=>"\x60"+name+"': not a valid identifier";
// What is told of a word that begins with no name: all of it, or the element.
const wrongName=(word)=>/^[A-Za-z_]\w*(?:\+?=|$)/.test(word)?undefined:/^[A-Za-z_]\w*\[[^]*?\]/.exec(word)?.[0]??word;
const withNames=async(command,words,run)=>{
  const wrong=words.filter((word)=>!word.startsWith("-")&&wrongName(word)!==undefined);
  const left=words.filter((word)=>!wrong.includes(word));
  const result=wrong.length>0&&left.every((word)=>word.startsWith("-"))?{stdout:"",stderr:"",exitCode:0}:await run(left);
  if(wrong.length===0)return result;
  return{...result,stderr:result.stderr+wrong.map((word)=>"bash: "+command+": "+noName(wrongName(word))+"\n").join(""),exitCode:1};
};
// The name in which wait tells which process has ended (wait -p) may be a place.
const waitFor=async(context,words)=>{
  const{fs,state}=context,{name,pid,...result}=fs.jobs.wait(words);
  if(name===undefined)return result;
  const[,array,place]=/^([A-Za-z_]\w*)\[([^]+)\]$/.exec(name)??[];
  if(place!==undefined)await setElement(context,array,place,String(pid??""));
  else if(pid===undefined)state.env.delete(name);
  else state.env.set(name,String(pid));
  return result;
};
// What declares an element (declare a[1]=2) declares its list and then sets it, if it may be changed.
const withPlaces=async(context,words,run)=>{
  const{state}=context,isName=(word)=>!/^[-+]/.test(word),options=words.slice(0,words.findIndex(isName)>>>0);
  const changes=options.some((word)=>/^-\w*[ilu]/.test(word)),isFixed=options.some((word)=>/^-\w*r/.test(word));
  const placeOf=(word)=>/^([A-Za-z_]\w*)\[([^]+?)\](?:(\+?)=([^]*))?$/.exec(word)??[];
  if(options.some((word)=>/^-\w*[pfF]/.test(word))||!words.some((word)=>placeOf(word)[1]||changes&&/^\w+\+?=\0\(/.test(word)))return run(words);
  const said={stdout:"",stderr:"",exitCode:0};
  for(const word of words.slice(options.length)){
    const[,name=word,place,isAdded,value]=placeOf(word),list=/^\w+(?=\+?=\0\()/.exec(word)?.[0];
    const kind=place===undefined&&!list||state.associativeArrays?.has(name)||options.some((each)=>/^-\w*A/.test(each))?[]:["-a"];
    // How a list changes what it gets holds for its first elements too.
    const first=list?options.map((each)=>each.replace(/r/g,"")).filter((each)=>each!=="-"):options;
    const results=[await run([...first,...kind,list??name])];
    if(list)results.push(await run(words.filter((each)=>each===word||options.includes(each))));
    if(value!==undefined&&state.readonlyVars?.has(name)){
      if(isFixed&&kind.length>0&&state.callDepth===0)state.arrays.get(name).isSet=true;
      results.push({stderr:"bash: "+name+": readonly variable\n"});
    }else if(value!==undefined)results.push((await setElement(context,name,place,value,isAdded!=="")).error??{});
    for(const{stdout="",stderr="",exitCode=0}of results)said.stdout+=stdout,said.stderr+=stderr,said.exitCode||=exitCode;
  }
  return said;
};
// The numbers of mapfile are read before it, and what it calls for every so many lines is run after it.
const withLines=async(context,words,run)=>{
  const options=apart(words)??[],given=(letter)=>options[options.lastIndexOf("-"+letter)+1||options.length];
  const fail=(message)=>({stdout:"",stderr:"bash: mapfile: "+message+"\n",exitCode:1});
  const isNumber=(text)=>text===undefined||/^\s*\d+\s*$/.test(text);
  for(const letter of["n","s"])if(!isNumber(given(letter)))return fail(given(letter)+": invalid line count");
  if(!isNumber(given("O")))return fail(given("O")+": invalid array origin");
  if(!isNumber(given("c"))||Number(given("c"))===0)return fail(given("c")+": invalid callback quantum");
  const name=options.filter((word,at)=>!/^-/.test(word)&&!/^-[nsOcCdu]$/.test(options[at-1]??"")).at(-1)??"MAPFILE";
  if(wrongName(name)!==undefined)return fail(noName(name));
  const result=await run(),call=given("C"),from=Number(given("O")??0);
  if(result.exitCode!==0)return result;
  const every=Number(given("c")??5000),{elements}=context.state.arrays?.get(name)??{};
  let printed="";
  for(const[key,line]of elements??[]){
    const at=Number(key);
    if(call!==undefined&&at>=from&&(at-from+1)%every===0)printed+=await printedBy(context,call+" "+at+" '"+line.replaceAll("'","'\\''")+"'");
    elements.set(key,await elementText(context,name,line));
  }
  return{...result,stdout:result.stdout+printed};
};
`;

/** The code with these changes. */
export function changedNames(code: string): string {
  const [, , , , , , from, nodes] = keepsText.exec(code) ?? [];
  const bad = endsCommand.exec(code)?.[2];
  const any = unsetsFrom.exec(code)?.[1];
  const length = `$5={type:"BadSubstitution",text:$2.slice(${from}+2,$2.indexOf("}",$3))}`;
  return code
    .replace(
      followsName,
      '$1if(!/^(?:[A-Za-z_]\\w*(?:\\[[^]*\\])?|\\d+|[@*#?$$!-])$/.test($2))throw new $3($2,"","bash: "+$2+": invalid variable name\\n");',
    )
    .replace(refusesLength, `$1${length}$4${length}`)
    .replace(
      refusesText,
      `$1return{part:${nodes}.parameterExpansion("",{type:"BadSubstitution",text:$4.slice(2,-1)}),endIndex:$2+1}`,
    )
    .replace(keepsText, 'if(/\\[\\]$/.test($1)||$1===""')
    .replace(tellsText, '$1"$"+"{"+$2+"}")')
    .replaceAll(declaresName, "`bash: declare: ")
    .replace(readsKey, '$1$2!==""&&')
    .replace(looksUpEmpty, '$1{saidOf(arguments[0],$2.slice(0,-2)+": bad array subscript");return""}')
    .replace(
      setsEmpty,
      '{if(arguments[1].name){saidOf(arguments[0],noName($1));continue}badPlace(arguments[0],$1+": bad array subscript")}',
    )
    .replace(setsElement, '$1if($3.name){saidOf($2,noName($4+"["+$5+"]"));return{continueToNext:!0,xtraceOutput:""}}')
    .replace(
      findsKey,
      'if($6===void 0||arguments[0].state.associativeArrays?.has($6)){$1;if($2==="")badPlace($3,$6+"["+$4+"]: bad array subscript")}else',
    )
    .replace(gathersKeys, '$2===""?saysPlace($5,$6):$1}else{$3/^\\[\\]\\+?=/.test($4)?saysPlace($5,$6):$7')
    .replace(gathersPlaces, '$1$4===""?saysPlace(arguments[0],$2):')
    .replace(endsCommand, "")
    .replace(new RegExp(`(if\\(\\w+ instanceof ${bad}\\))return (?=\\w+\\.append\\()`), "if(!1)return ")
    .replace(
      runsReadonly,
      '$1/^-[aA]$/.test($4[0]??"")?declared($3,["-r",...$4]):withNames("readonly",$4,(names)=>$2($3,names))',
    )
    .replaceAll(exportsName, "$1wrongName($2)")
    .replace(readsOptions, '$1if($3)return{stdout:"",stderr:"bash: getopts: "+noName($2)+"\\n",exitCode:1};')
    .replace(printsName, "$1bash: ")
    .replace(runsMap, "$1withLines($3,$4,()=>$2)")
    .replaceAll(unsetsName, (said) => `if(${any}!=="both"){${said}}`);
}
