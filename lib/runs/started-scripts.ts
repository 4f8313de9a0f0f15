import { shellCommands } from "#lib/skills/scripts/shell-commands.ts";
import { startedScript } from "#lib/skills/scripts/started-script.ts";
import type { Files } from "#lib/vfs/files.ts";
import { resolvePath } from "#lib/vfs/paths.ts";

/** Absolute paths of the scripts that a line of shell starts, as far as that is known without running it. */
export function startedScripts(line: string, cwd: string, files: Files): readonly string[] {
  let folder = cwd;
  const paths = shellCommands(line).commands.flatMap((command) => {
    const [name, to] = command.words;
    if (name === "cd" && to !== undefined) folder = resolvePath(folder, to);
    const script = startedScript(command);
    return script ? [resolvePath(folder, script.path)] : [];
  });
  return [...new Set(paths)].filter((path) => files.stat(path)?.kind === "file");
}
