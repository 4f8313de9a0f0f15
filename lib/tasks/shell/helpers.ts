import { scriptFile } from "../../run/sandbox/scripts/script-file.ts";
import { readText } from "./bytes.ts";
import { callHelpers } from "./calls.ts";
import { faultHelpers } from "./faults.ts";
import { nameHelpers } from "./names.ts";
import { numberHelpers } from "./numbers.ts";
import { unsetHelper } from "./options.ts";

/** A condition or a command substitution continues after a failed command, whatever `set -e` says of the rest. */
const withoutEnd =
  "const asCondition=async(context,is,run)=>{const{state}=context,before=state.inCondition;state.inCondition=before||is;try{return await run()}finally{state.inCondition=before}};" +
  "const withoutEnd=async(context,run)=>{const{options,shoptOptions}=context.state,before=options.errexit;options.errexit=before&&!!shoptOptions.inherit_errexit;try{return await run()}finally{options.errexit=before}};";

/** Makes a function's own options (`local -`) its own, lists its own variables (`local`, `local -p`), and makes its own array begin empty instead of with the outer array's content, which is restored when the function ends. */
const hideArrays = `const ownNames=(state,args)=>{
  const at=args.indexOf("-");
  if(at>=0&&state.callDepth>0){args.splice(at,1);state.optionsBefore??={...state.options};if(args.length===0)return true}
  if(state.callDepth>0&&!/^-[a-zA-Z]*n/.test(args[0]??""))for(const word of args)state.namerefs?.delete(word.split("=")[0]);
};
const ownVariables=async(context,args)=>{
  const{localScopes,localArrayScopes}=context.state,names=args.filter((word)=>!word.startsWith("-"));
  if(names.length>0&&!args.some((word)=>/^-\\w*p/.test(word)))return undefined;
  const own=new Set([...localScopes.at(-1).keys(),...localArrayScopes?.[localScopes.length-1]?.keys()??[]]),isOwn=(name)=>own.has(name);
  const known=names.length>0?names.filter(isOwn):[...own].sort(),missing=names.filter((name)=>!isOwn(name));
  const{stdout}=known.length>0?await declared(context,["-p",...known]):{stdout:""};
  return{stdout,stderr:missing.map((name)=>"bash: local: "+name+": not found\\n").join(""),exitCode:missing.length>0?1:0};
};
const hideArrays=(state,args)=>{
  const scope=state.localArrayScopes?.at(-1);
  for(const name of args.filter((each)=>/^[A-Za-z_]/.test(each)).map((each)=>each.split("=")[0])){
    if(!scope||scope.has(name))continue;
    scope.set(name,state.arrays?.get(name));
    state.arrays?.delete(name);
  }
};
`;

/** An array's element with its key, quoted where it would be read as several words. */
const keyedWord = String.raw`const keyedWord=(text)=>{
  const [,key,value]=/^\[([^]+?)\]=([^]*)$/.exec(text)??[];
  if(key===undefined)return text;
  const isPlain=(part)=>!/[\s"'\\=\]]/.test(part);
  return(isPlain(key)||/["]/.test(key)?"["+key+"]=":'["'+key+'"]=')+(isPlain(value)?value:'"'+value.replace(/["\\]/g,"\\$&")+'"');
};
`;

/** What a command gives to another that it starts: the exported variables, if it names no others. */
const exports = `const exportedNames=(env={})=>new Set(["HOME","PATH","PWD","OLDPWD",...Object.keys(env).filter((name)=>/^[A-Za-z_]\\w*$/.test(name))]);
const withExported=(options,env)=>({...options,env:options?.env??{...env,...(options?.cwd!==undefined&&{PWD:options.cwd})}});
`;

/** How a shell ends by a variable that is not set: a line (`bash -c`) otherwise than a script, a subshell, and one under `set -e`. */
const faultCode = `const faultCode=({subshells,options,env})=>subshells||options.errexit||env.has("${scriptFile}")?1:127;`;

/** Functions, as text, that the shell's changed code calls (`shell-changes.ts`). */
export const shellHelpers = `${hideArrays}${callHelpers}${faultHelpers}${nameHelpers}${faultCode}${withoutEnd}${keyedWord}${exports}${unsetHelper}${readText}${numberHelpers}const inOrderOfSigns=(a,b)=>a<b?-1:a>b?1:0;`;
