import { expect, test } from "vitest";
import { withEagerModules } from "./eager-modules.ts";

const head =
  '(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(["object"==typeof document?document.currentScript:void 0,';

test("puts each module's function into parentheses, and nothing else", () => {
  const modules = '7,e=>{e.v({a:()=>"(e=>{})"})},8,9,(e,t)=>{t.exports=function(){return[e=>e]}},function(e){throw e}';
  const eager =
    '7,(e=>{e.v({a:()=>"(e=>{})"})}),8,9,((e,t)=>{t.exports=function(){return[e=>e]}}),(function(e){throw e})';
  expect(withEagerModules(`${head}${modules}]);\n//# comment`)).toBe(`${head}${eager}]);\n//# comment`);
});

test("finds each of two modules with the same text", () => {
  expect(withEagerModules(`${head}1,e=>{},2,e=>{}])`)).toBe(`${head}1,(e=>{}),2,(e=>{})])`);
});

test.each(["(()=>{let e=globalThis.TURBOPACK})()", `${head}1,"text",{a:1}])`, "throw new Error()"])(
  "leaves a script without modules as it is: %s",
  (text) => expect(withEagerModules(text)).toBe(text),
);
