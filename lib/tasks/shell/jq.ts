/** Matches in `jq`: its function that finds paths, by its name and parameters; where it updates and deletes; and where a function is called. */
const findsPaths =
  /function (\w+)\((\w+),(\w+),(\w+),(\w+),(\w+)\)\{(?=if\(\w+\(\4\),\5\.length>\4\.limits\.maxDepth\)throw \w+\(`query depth limit exceeded)/;
const updates = /case"UpdateOp":return\[\w+\((\w+),(\w+)\.path,\2\.op,\2\.value,(\w+)\)\];/;
const deletesPaths =
  /(case"delpaths":\{if\(\w+\.length===0\)return\[(\w+)\];let (\w+)=[^;]{0,80}?\[0\]),\w+=\2;for\(.{0,120}?return\[\w+\]\}/;
const deletes =
  /(case"path":\{.{0,60}?return (\w+)\((\w+),(\w+)\[0\],(\w+),\[\],\w+\),\w+\}case"del":return )\4\.length===0\?\[\3\]:\[\w+\(\3,\4\[0\],\5\)\];/;
const calls =
  /function \w+\((\w+),(\w+),(\w+),(\w+)\)\{(?=let \w+=\w+\.get\(\2\);if\(\w+\)return typeof \1=="number"\?.{0,80}?let \w+=\w+\(\1,\2,\3,\4,(\w+)\);)/;
const defines = /(\w+\.set\(\w+,\{params:(\w+)\.params,body:\2\.funcBody,closure:new Map\((\w+)\.funcs\?\?\[\]\))\}\)/;

const formats = /function \w+\((\w+),(\w+),\w+\)\{(?=switch\(\2\)\{case"@base64":)/;

/** Where it reads a text's escapes. */
const readsEscape =
  /(let (\w+)=(\w+)\(\);switch\(\2\)\{case"n":(\w+)\+=`\n`;.{0,120}?case"\(":\4\+="\\\\\(",\w+=1;break;)(?=default:)/s;

export const jqPlaces = [formats, readsEscape, findsPaths, updates, deletesPaths, deletes, calls, defines] as const;

/**
 * Makes `jq` find every path that its manual knows, and update and delete by them: its own way gives something else, without a word, for
 * `.a[].b |= 1`, `(.a, .b) |= 1`, `del(.a, .b)` and most others. What is no path is an error. A function's arguments are filters that run
 * where the function uses them, with the variables of where it is called, as in jq; its own way runs them before. And a function that has
 * the name of a built-in one is called. `@sh`, `@html`, `@tsv` and the like take all that they take in jq; its own way gives null, and takes `\\u00e9` for `u00e9`.
 */
export function changedJq(code: string): string {
  const [, , , , , evaluate] = calls.exec(code) ?? [];
  return code
    .replace(formats, "$&const formatted=jqFormatted($1,$2);if(formatted!==undefined)return[formatted];")
    .replace(
      readsEscape,
      '$1case"u":$4+=jqSign($3()+$3()+$3()+$3());break;case"b":$4+="\\b";break;case"f":$4+="\\f";break;',
    )
    .replace(findsPaths, `$&for(const[path]of jqPaths(${evaluate}).pairs($2,$3,$4))$6.push([...$5,...path]);return;`)
    .replace(updates, `case"UpdateOp":return jqPaths(${evaluate}).updated($1,$2,$3);`)
    .replace(deletesPaths, "$1;return[jqRemoved($2,$3)]}")
    .replace(deletes, "$1(()=>{const found=[];if($4.length>0)$2($3,$4[0],$5,[],found);return[jqRemoved($3,found)]})();")
    .replace(
      calls,
      '$&const name=$2+"/"+$3.length,own=$4.funcs?.get(name);if(own)return $5($1,own.body,jqScope($5,own,name,$3,$1,$4));',
    )
    .replace(defines, "$1,scope:$3.vars})");
}

/** The formats of texts: what is no text is formatted as JSON, and what has no such form is an error. */
const jqFormatted = String.raw`const jqSign=(digits)=>{
  if(!/^[0-9a-fA-F]{4}$/.test(digits))throw new Error("Invalid escape: \\u"+digits);
  return String.fromCharCode(Number.parseInt(digits,16));
};
const jqText=(value)=>typeof value==="string"?value:JSON.stringify(value);
const jqHtml={"&":"&amp;","<":"&lt;",">":"&gt;","'":"&#39;",'"':"&quot;"};
const jqTabs={"\t":"\\t","\n":"\\n","\r":"\\r","\\":"\\\\"};
const jqRow=(value,separator,form,write)=>{
  if(!Array.isArray(value))throw new Error(jqKind(value)+" ("+jqText(value)+") cannot be "+form+"-formatted, only an array can be");
  return value.map((each)=>{
    if(each!==null&&typeof each==="object")throw new Error(jqKind(each)+" ("+jqText(each)+") is not valid in a csv row");
    return each===null?"":typeof each==="string"?write(each):String(each);
  }).join(separator);
};
const jqFormatted=(value,name)=>{
  if(name==="@text")return jqText(value);
  if(name==="@html")return jqText(value).replace(/[&<>'"]/g,(sign)=>jqHtml[sign]);
  if(name==="@csv")return jqRow(value,",","csv",(text)=>'"'+text.replaceAll('"','""')+'"');
  if(name==="@tsv")return jqRow(value,"\t","tsv",(text)=>text.replace(/[\t\n\r\\]/g,(sign)=>jqTabs[sign]));
  if(name==="@sh"){
    return(Array.isArray(value)?value:[value]).map((each)=>{
      if(each!==null&&typeof each==="object")throw new Error(jqKind(each)+" ("+jqText(each)+") can not be escaped for shell");
      return typeof each==="string"?"'"+each.replaceAll("'","'\\''")+"'":String(each);
    }).join(" ");
  }
  if(typeof value!=="string"&&(name==="@base64"||name==="@uri"))return jqEncoded(jqText(value),name);
};
const jqEncoded=(text,name)=>name==="@uri"?encodeURIComponent(text).replace(/[!'()*]/g,(sign)=>"%"+sign.charCodeAt(0).toString(16).toUpperCase()):btoa(Array.from(new TextEncoder().encode(text),(byte)=>String.fromCharCode(byte)).join(""));
`;

/** Functions, as text, that the changed code calls. */
export const jqHelpers = `${jqFormatted}const jqKind=(value)=>value===null?"null":Array.isArray(value)?"array":typeof value;
const jqRange=(value,{start,end})=>{
  const place=(given,other)=>given===null||given===undefined?other:given<0?Math.max(0,given+value.length):given;
  return[place(start,0),place(end,value.length)];
};
const jqStep=(value,key)=>{
  if(value===null||value===undefined)return null;
  if(key!==null&&typeof key==="object")return value.slice(...jqRange(value,key));
  if(Array.isArray(value)&&typeof key==="number")return value.at(Math.floor(key))??null;
  if(jqKind(value)==="object"&&typeof key==="string")return Object.hasOwn(value,key)?value[key]:null;
  throw new Error("Cannot index "+jqKind(value)+" with "+JSON.stringify(key));
};
const jqPut=(value,[key,...rest],next)=>{
  if(key===undefined)return next;
  if(typeof key==="object"){
    const list=value??[],[from,to]=jqRange(list,key);
    return[...list.slice(0,from),...jqPut(list.slice(from,to),rest,next),...list.slice(to)];
  }
  if(typeof key==="number"){
    if(value!==null&&value!==undefined&&!Array.isArray(value))throw new Error("Cannot index "+jqKind(value)+" with number");
    const list=[...(value??[])],at=Math.floor(key<0?key+list.length:key);
    if(at<0)throw new Error("Out of bounds negative array index");
    if(at>1e6)throw new Error("Array index too large");
    while(list.length<at)list.push(null);
    list[at]=jqPut(list[at]??null,rest,next);
    return list;
  }
  if(value!==null&&value!==undefined&&jqKind(value)!=="object")throw new Error("Cannot index "+jqKind(value)+" with "+JSON.stringify(key));
  return{...value,[key]:jqPut(value&&Object.hasOwn(value,key)?value[key]:null,rest,next)};
};
const jqWithout=(value,[key,...rest])=>{
  if(key===undefined||value===null||value===undefined)return null;
  if(rest.length>0){
    const inner=jqStep(value,key);
    return inner===null?value:jqPut(value,[key],jqWithout(inner,rest));
  }
  if(Array.isArray(value)){
    const[from,to]=typeof key==="object"?jqRange(value,key):[key<0?key+value.length:key,(key<0?key+value.length:key)+1];
    return value.filter((_,at)=>at<from||at>=to);
  }
  return Object.fromEntries(Object.entries(value).filter(([name])=>name!==key));
};
const jqRemoved=(value,paths)=>{
  const order=(a,b)=>{
    for(let at=0;at<Math.min(a.length,b.length);at++)if(a[at]!==b[at])return a[at]<b[at]?1:-1;
    return b.length-a.length;
  };
  return[...paths].sort(order).reduce(jqWithout,value);
};
const jqScope=(evaluate,called,name,given,input,context)=>{
  const funcs=new Map(called.closure??context.funcs),vars=new Map(called.vars??called.scope??context.vars);
  if(!called.vars)funcs.set(name,called);
  for(const[index,parameter]of called.params.entries()){
    const body=given[index];
    if(parameter.startsWith("$"))vars.set(parameter,evaluate(input,body,context)[0]??null);
    funcs.set(parameter.replace("$","")+"/0",{params:[],body,closure:context.funcs??new Map,vars:context.vars});
  }
  return{...context,funcs,vars};
};
const jqTests={
  nulls:(value)=>value===null,booleans:(value)=>typeof value==="boolean",numbers:(value)=>typeof value==="number",
  strings:(value)=>typeof value==="string",arrays:Array.isArray,objects:(value)=>jqKind(value)==="object",
  iterables:(value)=>value!==null&&typeof value==="object",scalars:(value)=>value===null||typeof value!=="object",values:(value)=>value!==null,
};
const jqPaths=(evaluate)=>{
  const isTrue=(value)=>value!==null&&value!==false&&value!==undefined;
  const inside=(pairs,keys)=>pairs.flatMap(([path,value])=>keys(value).map((key)=>[[...path,key],jqStep(value,key)]));
  const keysOf=(value)=>{
    if(Array.isArray(value))return[...value.keys()];
    if(value===null||typeof value!=="object")throw new Error("Cannot iterate over "+jqKind(value));
    return Object.keys(value);
  };
  const behind=(pair,next)=>next(pair[1]).map(([path,value])=>[[...pair[0],...path],value]);
  const all=(pair,next)=>[pair,...behind(pair,next).flatMap((each)=>all(each,next))];
  const children=(value)=>value!==null&&typeof value==="object"?inside([[[],value]],keysOf):[];
  const inCall=(input,{name,args},context)=>{
    const of=(node,value=input)=>pairs(value,node,context);
    const called=context.funcs?.get(name+"/"+args.length);
    if(called)return pairs(input,called.body,jqScope(evaluate,called,name+"/"+args.length,args,input,context));
    const here=[[],input];
    if(args.length===0&&Object.hasOwn(jqTests,name))return jqTests[name](input)?[here]:[];
    if(name==="empty")return[];
    if(name==="error")return evaluate(input,{type:"Call",name,args},context);
    if(name==="select")return evaluate(input,args[0],context).filter(isTrue).map(()=>here);
    if(name==="recurse")return all(here,args.length===0?children:(value)=>of(args[0],value));
    if(name==="first")return args.length===0?inside([here],()=>[0]):of(args[0]).slice(0,1);
    if(name==="last")return args.length===0?inside([here],()=>[-1]):of(args[0]).slice(-1);
    if(name==="limit")return of(args[1]).slice(0,evaluate(input,args[0],context)[0]);
    if(name==="getpath")return evaluate(input,args[0],context).map((path)=>[path,path.reduce(jqStep,input)]);
    throw new Error("Invalid path expression: "+name);
  };
  const pairs=(input,node,context)=>{
    const of=(other,value=input)=>pairs(value,other,context);
    const base=()=>node.base?of(node.base):[[[],input]];
    const number=(other)=>other?evaluate(input,other,context)[0]:null;
    switch(node.type){
      case"Identity":return[[[],input]];
      case"Field":return inside(base(),()=>[node.name]);
      case"Index":{const keys=evaluate(input,node.index,context);return inside(base(),()=>keys)}
      case"Slice":return inside(base(),()=>[{start:number(node.start),end:number(node.end)}]);
      case"Iterate":return inside(base(),keysOf);
      case"Recurse":return all([[],input],children);
      case"Pipe":return of(node.left).flatMap((pair)=>behind(pair,(value)=>of(node.right,value)));
      case"Comma":return[...of(node.left),...of(node.right)];
      case"Paren":return of(node.expr);
      case"Call":return inCall(input,node,context);
      case"Optional":case"Try":try{return of(node.expr??node.body)}catch(caught){if(caught instanceof RangeError)throw caught;return[]}
      case"Cond":{
        const chosen=[{cond:node.cond,then:node.then},...node.elifs].find(({cond})=>isTrue(evaluate(input,cond,context)[0]));
        return chosen?of(chosen.then):node.else?of(node.else):[[[],input]];
      }
      case"BinaryOp":{
        if(node.op!=="//")break;
        const found=of({type:"Optional",expr:node.left}).filter(([,value])=>isTrue(value));
        return found.length>0?found:of(node.right);
      }
      case"VarBind":
        if(node.pattern||node.alternatives)break;
        return evaluate(input,node.value,context).flatMap((value)=>pairs(input,node.body,{...context,vars:new Map(context.vars).set(node.name,value)}));
      case"Def":{
        const known=new Map(context.funcs??[]);
        const own={params:node.params,body:node.funcBody,closure:new Map(known),scope:context.vars};
        return pairs(input,node.body,{...context,funcs:known.set(node.name+"/"+node.params.length,own)});
      }
    }
    throw new Error("Invalid path expression");
  };
  const updated=(input,{path,op,value},context)=>{
    const paths=pairs(input,path,context).map(([each])=>each);
    if(op==="|="){
      const gone=[];
      let whole=input;
      for(const each of paths){
        const[next]=evaluate(each.reduce(jqStep,whole),value,context);
        if(next===undefined)gone.push(each);
        else whole=jqPut(whole,each,next);
      }
      return[jqRemoved(whole,gone)];
    }
    const literal=(of)=>({type:"Literal",value:of});
    const both=(before,given)=>evaluate(null,{type:"BinaryOp",op:op.slice(0,-1),left:literal(before),right:literal(given)},context)[0];
    const next=(before,given)=>op==="="?given:both(before,given);
    return evaluate(input,value,context).map((given)=>paths.reduce((whole,each)=>jqPut(whole,each,next(each.reduce(jqStep,whole),given)),input));
  };
  return{pairs,updated};
};
`;
