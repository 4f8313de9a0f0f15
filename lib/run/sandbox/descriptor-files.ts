import type { CustomCommand } from "just-bash/browser";
import type { CommandContext } from "./commands/command-types.ts";
import type { RunTree } from "./run-tree.ts";

/** What `<(…)` stands for in a command's words. */
const ofDescriptor = /^\/dev\/fd\/\d+$/;

/**
 * Lets a command that reads the tree itself read the files of `<(…)` too, which the shell keeps beside the tree: they are in it while the
 * command runs.
 */
export async function withDescriptorFiles<Result>(
  tree: RunTree,
  args: readonly string[],
  fs: CommandContext["fs"],
  run: () => Promise<Result>,
): Promise<Result> {
  const added: string[] = [];
  for (const path of args) {
    if (!ofDescriptor.test(path) || tree.exists(path) || !(await fs.exists(path))) continue;
    tree.makeFolder("/dev/fd", { recursive: true });
    tree.write(path, await fs.readFileBuffer(path));
    added.push(path);
  }
  try {
    return await run();
  } finally {
    for (const path of added) if (tree.exists(path)) tree.remove(path);
  }
}

/** The same for a command of the shell. */
export function readingDescriptors(tree: RunTree, command: CustomCommand): CustomCommand {
  if (!("execute" in command)) return command;
  return {
    ...command,
    execute: (args, context) => withDescriptorFiles(tree, args, context.fs, () => command.execute(args, context)),
  };
}
