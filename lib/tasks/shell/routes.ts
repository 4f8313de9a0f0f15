/**
 * Changes of the shell's code (`shell-changes.ts`) in what a group or function prints after `exec > log`. Each command inside has written
 * to `log` itself, so what is left went past it on purpose (`exec 3>&1 > log; f() { echo x >&3; }`); the shell wrote that to `log` as well.
 */

/** Matches where a command's output is sent to where its streams lead, which first are those of the shell, and then its own redirections. */
const leadsOn =
  /(async function \w+\(\w+,\w+,(\w+),\w+,\w+=new Map,(\w+)=new Map,\w+="bash",\w+=!1\)\{.{0,1500}?;)((\w+)=\w+\(1\)\?\?\5,(\w+)=\w+\(2\)\?\?\6;)(.{0,1700}?\})(?=if\((\w+)!==""\|\|(\w+)!==""\)\{let \w+=\8,\w+=\9;)/s;

/** Matches where that is done for a group, for a function, for what ends more than itself, and for a call. */
const ofGroup = /(return await \w+\(\w+,\w+,\w+,(\w+)\.targets,\2\.dupSources,)(\2\.standardRoutes)(?=\)\}finally)/;
const ofFunction =
  /(return \w+\(\w+,\w+,\w+\.redirections,(\w+)\.targets,\2\.dupSources,)(\2\.standardRoutes)(?=\)\}catch)/;
const ofEnd = /(,\w+\(\w+\.stdout,\w+\.stderr,\w+\),\w+,(\w+)\.targets,\2\.dupSources,)(\2\.standardRoutes)(?=\))/;
const ofCall =
  /(this\.runCommand\((\w+),.{0,1400}?=await \w+\(this\.ctx,\w+,\w+\.redirections,(\w+)\.targets,\3\.dupSources,)(\3\.standardRoutes)(?=,)/s;

/** Matches the groups in which there is no command. */
const hasNoCommands =
  /(execute(?:Arithmetic|Conditional)Command\(.{0,120}?this\.ctx,)(\w+\.redirections)(?=,"",async\(\)=>)/gs;

export const routePlaces = [leadsOn, ofGroup, ofFunction, ofEnd, ofCall, hasNoCommands];

/** After `2>&1` the shell has joined both streams only behind the commands inside, so there this output has not been to `log` yet. */
const passing = `const passedOn=(routes)=>Object.assign(new Map(routes),{arePassed:true});
const passes=(routes,list)=>routes.arePassed&&!list.hasNoCommands&&list.every(({operator})=>operator!==">&");
`;

/** The code with these changes. */
export function changedRoutes(code: string): string {
  const changed = code
    .replace(
      leadsOn,
      '$1$4const led=[$5,$6];$7if(passes($3,$2)){$5===led[0]&&($5={kind:"live-stdout"});$6===led[1]&&($6={kind:"live-stderr"})}',
    )
    .replace(ofGroup, "$1passedOn($3)")
    .replace(ofFunction, "$1passedOn($3)")
    .replace(ofEnd, "$1passedOn($3)")
    .replace(ofCall, "$1(this.ctx.state.functions.has($2)||/^(?:eval|source|\\.)$/.test($2))?passedOn($4):$4")
    .replace(hasNoCommands, "$1Object.assign([...$2],{hasNoCommands:true})");
  return passing + changed;
}
