import type { ShellTool } from "#lib/harness/vocabulary/access.ts";
import { resolvePath } from "#lib/vfs/paths.ts";

/** A model's call of a harness's shell tool. */
export interface ShellCall {
  readonly command: string;
  /** Absolute and normal. */
  readonly cwd: string;
  /** Seconds after which the command has to be ended. */
  readonly seconds: number;
}

/** The folder in which commands run, and the longest time that they may take, in seconds. */
interface ShellPlace {
  readonly cwd: string;
  readonly home: string;
  readonly seconds: number;
}

/** Most characters of a command. A longer script belongs in a file, where a person can read it. */
const longestCommand = 100_000;

/** The call in a tool's input; if it cannot be read, a sentence for the model. Other members of the input are ignored. */
export function readShellCall(
  { name, parameters, seconds }: ShellTool,
  input: unknown,
  place: ShellPlace,
): ShellCall | string {
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const command = given[parameters.command];
  if (typeof command !== "string" || command.trim() === "") return `${name} needs ${parameters.command}, as text.`;
  if (command.length > longestCommand)
    return `The command has ${command.length} characters, more than the ${longestCommand} that one may have: write a script and run that.`;
  if (command.includes("\0")) return "The command holds a NUL, which no shell takes.";
  const folder = parameters.cwd === undefined ? undefined : given[parameters.cwd];
  const { timeout } = parameters;
  const asked = timeout && given[timeout.name];
  const wanted =
    typeof asked === "number" && asked > 0 ? (timeout?.unit === "milliseconds" ? asked / 1000 : asked) : seconds;
  return {
    command,
    cwd: typeof folder === "string" && folder.trim() !== "" ? absolute(folder.trim(), place) : place.cwd,
    seconds: Math.min(wanted, place.seconds),
  };
}

function absolute(path: string, { cwd, home }: ShellPlace): string {
  return path === "~" || path.startsWith("~/") ? resolvePath("/", home + path.slice(1)) : resolvePath(cwd, path);
}
