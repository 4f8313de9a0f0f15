/**
 * Changes of the shell's code (`shell-changes.ts`) in which files it means: it writes the output of `(cd a; ls) > list` into the folder that
 * the parentheses went to, finds no program of the script's own by `command -v`, and takes `.` and `..` for hidden files.
 */

/** Matches where a command's targets are gathered, before it runs, and where its output goes to them. */
const gathersTargets =
  /(async function \w+\((\w+),\w+,\w+,\w+\)\{let \w+=)(new Map)(?=,\w+=new Map,\w+=\(\w+,\w+\)=>\2\.state\.closedStandardFds)/;
const writesTargets =
  /(async function \w+\((\w+),\w+,\w+,(\w+),\w+=new Map,\w+=new Map,\w+="bash",\w+=!1\)\{)(.{0,2600}?kind:"file",path:\2\.fs\.resolvePath\(\2\.state\.cwd,\w+\),append:!0)/s;

/** Matches where `command -v` looks for one of the shell's programs, and what finds all programs by their folders. */
const asksForProgram = /else if\((\w+)\.commands\.has\((\w+)\)\)\{(?=let \w+=\(\1\.state\.env\.get\("PATH"\))/;
const findsPrograms = /async function (\w+)\(\w+,(\w+)\)\{let \w+=\[\];if\(\2\.includes\("\/"\)\)/;

/** Matches where `.` and `..` are added to what a pattern is compared with. */
const addsFolders = /(\w+\.startsWith\("\."\))\|\|this\.dotglob\)(?=\{let|&&\(\w+\.includes\("\."\))/g;

/** Matches what `cat` says of a file that it cannot read, which may be a folder. */
const saysOfFile = /catch\((\w+)\)\{(\w+\(\1\),\w+\+=`cat: \$\{\w+\}: )No such file or directory/;

export const filePlaces = [saysOfFile, gathersTargets, writesTargets, asksForProgram, findsPrograms, addsFolders];

/** The code with these changes. */
export function changedFiles(code: string): string {
  const [, , context, targets] = writesTargets.exec(code) ?? [];
  const folder = `resolvePath(${context}.state.cwd,`;
  return code
    .replace(gathersTargets, "$1Object.assign($3,{folder:$2.state.cwd})")
    .replace(writesTargets, (body) => body.replaceAll(folder, `resolvePath(${targets}.folder??${context}.state.cwd,`))
    .replace(asksForProgram, `else if($1.commands.has($2)||(await ${findsPrograms.exec(code)?.[1]}($1,$2)).length>0){`)
    .replace(saysOfFile, 'catch($1){$2`+(/EISDIR/.test($1.message)?"Is a":"No such file or")+` directory')
    .replace(addsFolders, "$1)");
}
