import { scriptFile } from "../../run/sandbox/scripts/script-file.ts";

/**
 * Changes of the shell's code (`shell-changes.ts`) in what it knows of the running functions and files (`BASH_SOURCE`, `FUNCNAME`,
 * `BASH_LINENO`, `caller`): a file that a function reads stood behind that function, and a file that such a file reads not at all.
 */

/** Matches where a file is read by `.`, and where it has ended. */
const entersFile = /(\w+)\.state\.currentSource=(\w+);(?=try\{let \w+=\w+\(\w+\),\w+=await \1\.executeScript\()/;
const leavesFile = /(=\(\)=>\{if\()(?=(\w+)\.state\.sourceDepth--,\2\.state\.currentSource=)/;

export const callPlaces = [entersFile, leavesFile];

/** The code with these changes. */
export function changedCalls(code: string): string {
  return code.replace(entersFile, "enterFile($1.state,$2);$&").replace(leavesFile, "$1leaveFile($2.state),");
}

/**
 * Functions, as text: the running functions and files, and the script. `callsOf` tells whether one of their arrays has an element at an
 * index; `undefined` for other variables. `FUNCNAME` is there within functions only.
 */
export const callHelpers = `const stacks=["funcNameStack","callLineStack","sourceStack"];
const enterFile=(state,file)=>[["source"],[state.currentLine],[file]].forEach((entry,at)=>state[stacks[at]]=[...entry,...(state[stacks[at]]??[])]);
const leaveFile=(state)=>stacks.forEach((stack)=>state[stack].shift());
const callStack=({sourceStack=[],funcNameStack=[],callLineStack=[],callDepth,sourceDepth,currentSource,env})=>{
  const script=env.get("${scriptFile}")??(sourceDepth===0?currentSource:undefined);
  const within=(stack,...outermost)=>[...stack,...(script===undefined?[]:outermost)];
  const allNames=within(funcNameStack,"main");
  return{
    sourceStack:within(sourceStack.map((file)=>file==="main"?script??"environment":file),script),
    allNames,
    funcNameStack:callDepth===0?[]:allNames,
    callLineStack:within(callLineStack,0),
  };
};
const callsOf=(state,variable)=>{
  const [,name,index="0"]=/^(FUNCNAME|BASH_SOURCE|BASH_LINENO)(?:\\[(\\d+)\\])?$/.exec(variable)??[];
  if(name===undefined)return undefined;
  const {sourceStack,funcNameStack,callLineStack}=callStack(state);
  const stack={FUNCNAME:funcNameStack,BASH_SOURCE:sourceStack,BASH_LINENO:callLineStack}[name];
  return{isSet:stack.length>Number(index)};
};
const callerOf=(state,[given])=>{
  const at=Number(given??0),{sourceStack,allNames,callLineStack}=callStack(state);
  if(given===undefined&&sourceStack.length>0)return{stdout:(callLineStack[0]??0)+" "+(sourceStack[1]??"NULL")+"\\n",stderr:"",exitCode:0};
  const isThere=sourceStack[at+1]!==undefined;
  const place=[callLineStack[at],allNames[at+1],sourceStack[at+1]];
  return{stdout:isThere?place.join(" ")+"\\n":"",stderr:"",exitCode:isThere?0:1};
};
`;
