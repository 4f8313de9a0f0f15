/**
 * Leaves out of the shell's code (`shell-changes.ts`) the commands that the sandbox has its own for and does not call, and one that no
 * machine has: nothing in the code says that they are never run, and they are a seventh of what the page fetches for a script.
 */

/** These commands. */
const replaced = (
  "awk base64 basename bash chmod column comm cp cut date diff dirname du echo egrep env expand fgrep find fold grep gunzip gzip head " +
  "html-to-markdown join jq ln ls mv od paste printenv rg rm sed sh sort tac tail tee timeout touch tr unexpand uniq wc xargs zcat"
).split(" ");

/** Matches what makes a part of the code run once it is first needed. */
const runsLater = /var (\w+)=\((\w+),(\w+)\)=>\(\)=>\(\2&&\(\3=\2\(\2=0\)\),\3\)/;

/** Matches where a command is listed, with the part that it is in and the names that this exports. */
function listed(name: string): RegExp {
  return new RegExp(
    `\\{name:"${name}",load:async\\(\\)=>\\(await Promise\\.resolve\\(\\)\\.then\\((\\(\\)=>\\(\\w+\\(\\),(\\w+)\\))\\)\\)\\.\\w+\\},?`,
  );
}

export const replacedPlaces = [runsLater, ...replaced.map(listed)];

/** The code without these commands; what only they use is left out when it is bundled. */
export function withoutReplaced(code: string): string {
  const later = runsLater.exec(code)?.[1];
  const marked = code.replaceAll(`=${later}(()=>{`, `=/*@__PURE__*/${later}(()=>{`);
  return replaced.reduce((text, name) => {
    const [entry = "", part = "", names] = listed(name).exec(text) ?? [];
    const left = text.replace(entry, "");
    return left.includes(part)
      ? left
      : left.replace(new RegExp(`\\b\\w+\\(${names},\\{(?:\\w+:\\(\\)=>\\w+,?)+\\}\\);`), "");
  }, marked);
}
