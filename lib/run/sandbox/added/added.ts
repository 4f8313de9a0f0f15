import type { CustomCommand } from "just-bash/browser";
import { bc } from "#lib/run/sandbox/bc/bc.ts";
import { ownCommand } from "#lib/run/sandbox/commands/own-command.ts";
import { base32 } from "./base32.ts";
import { base64 } from "./base64.ts";
import { expand, fold, unexpand } from "./columns.ts";
import { csplit } from "./csplit.ts";
import { cksum, digestCommands, sum } from "./digests.ts";
import { envsubst } from "./envsubst.ts";
import { factor } from "./factor.ts";
import { fmt } from "./fmt.ts";
import { getopt } from "./getopt.ts";
import { hd, hexdump } from "./hexdump.ts";
import { iconv } from "./iconv.ts";
import { menu } from "./menu.ts";
import { numfmt } from "./numfmt.ts";
import { patch } from "./patch.ts";
import { shuf } from "./shuf.ts";
import { tsort } from "./tsort.ts";
import { xxd } from "./xxd.ts";

/** Programs that the shell does not have, as GNU and others make them: each does what scripts use, and refuses the rest. */
export const addedCommands: readonly CustomCommand[] = [
  ownCommand("base32", base32, 1),
  ownCommand("base64", base64, 1),
  ownCommand("bc", bc, 1),
  ownCommand("cksum", cksum, 1),
  ownCommand("csplit", csplit, 1),
  ownCommand("envsubst", envsubst, 1),
  ownCommand("expand", expand, 1),
  ownCommand("factor", factor, 1),
  ownCommand("fold", fold, 1),
  ownCommand("fmt", fmt, 1),
  ownCommand("getopt", getopt, 2),
  ownCommand("hd", hd, 1),
  ownCommand("hexdump", hexdump, 1),
  ownCommand("iconv", iconv, 1),
  ownCommand("__menu", menu, 1),
  ownCommand("numfmt", numfmt, 1),
  ownCommand("patch", patch, 2),
  ownCommand("shuf", shuf, 1),
  ownCommand("sum", sum, 1),
  ownCommand("tsort", tsort, 1),
  ownCommand("unexpand", unexpand, 1),
  ownCommand("xxd", xxd, 1),
  ...digestCommands,
];
