import type { CustomCommand } from "just-bash/browser";
import { ownCommand } from "#lib/run/sandbox/commands/own-command.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { chmodCommand } from "./chmod.ts";
import { cmp } from "./cmp.ts";
import { du } from "./du.ts";
import { ln } from "./ln.ts";
import { mv } from "./mv.ts";
import { basename, dirname } from "./names.ts";
import { readlink, realpath } from "./real-paths.ts";
import { rm } from "./rm.ts";
import { tee } from "./tee.ts";
import { truncate } from "./truncate.ts";

/** GNU's commands of paths and what is at them. */
export function pathCommands(tree: RunTree): readonly CustomCommand[] {
  return [
    ownCommand("basename", basename, 1),
    chmodCommand(tree),
    ownCommand("cmp", cmp, 2),
    ownCommand("dirname", dirname, 1),
    ownCommand("du", du, 1),
    ownCommand("ln", ln, 1),
    ownCommand("mv", mv, 1),
    ownCommand("readlink", readlink, 1),
    ownCommand("realpath", realpath, 1),
    ownCommand("rm", rm, 1),
    ownCommand("tee", tee, 1),
    ownCommand("truncate", truncate, 1),
  ];
}
