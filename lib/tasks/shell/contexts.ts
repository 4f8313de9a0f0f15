/**
 * Changes of the shell's code (`shell-changes.ts`) in what each command is given: it copies all of that, with its limits and its account, for
 * each of them, and twice for a command that replaces one of its own, whether that calls it or not. In a loop that took longer than the commands.
 */

/** Matches where the limits and the account are copied. */
const copiesLimits = /(limits:\w+\()Object\.freeze\(\{\.\.\.(\w+\.limits)\}\)/;
const copiesAccount = /(executionScope:\w+\()(\w+\.executionScope)\?\w+\(\2\):void 0/;

/** Matches where a command's context is copied, which nobody else has. */
const copiesContext =
  /(\w+=(\w+)=>)\(\{value:\2,enumerable:!0,configurable:!0,writable:!0\}\)(,\w+=)Object\.getOwnPropertyDescriptors\(\w+\)(;return Object\.assign\(.{0,800}?\{context:)Object\.defineProperties\(Object\.create\(Object\.getPrototypeOf\((\w+)\)\),/;

/** Matches what makes the view of the account that commands of a page's own get, and where the guarded copy of the files begins. */
const viewsAccount =
  /function (\w+)\((\w+)\)\{(?=let \w+=Object\.create\(null\);return Object\.defineProperties\(\w+,\{remainingLiveBytes:)/;
const guardsFiles =
  /(return Object\.assign\((\w+),\{)fs:\w+\((\w+)\(\w+\.fs\)\),(.{0,800}?\{context:)(Object\.assign\(\w+,\2\))/;

/** Matches where a command gets the one that it replaces. */
const givesReplaced =
  /(if\((\w+)\)\{)(let \w+=Object\.getOwnPropertyDescriptors\(\w+\);\w+\.executionScope=.{0,260}?\w+=\w+\.revoke),(\w+\.origCommand=\w+=>\{)(?=let \w+=\(\)=>\2\.execute)/;

export const contextPlaces = [copiesLimits, copiesAccount, copiesContext, givesReplaced, viewsAccount];

/** The code with these changes. */
export function changedContexts(code: string): string {
  const changed = code
    .replace(copiesLimits, "$1$2")
    .replace(copiesAccount, "$1$2")
    .replace(copiesContext, "$1$2$3{}$4Object.assign($5,")
    .replace(givesReplaced, "$1$4$3;")
    .replace(
      viewsAccount,
      "const $1=($2)=>{const known=views.get($2)??view($2);views.set($2,known);return known};function view($2){",
    );
  if (!guardsFiles.test(changed)) throw new Error("The shell no longer guards the files of a command's context.");
  // Few commands ask for the files, which ours have from the tree.
  return `const views=new WeakMap;const withFiles=(context,guarded)=>{
  const{fs}=context;
  let made;
  return Object.defineProperty(context,"fs",{enumerable:!0,configurable:!0,get:()=>made??=guarded(fs)});
};
${changed.replace(guardsFiles, "$1$4withFiles($5,$3)")}`;
}
