import type { CustomCommand } from "just-bash/browser";
import { ownCommand } from "#lib/run/sandbox/commands/own-command.ts";
import { date } from "#lib/run/sandbox/dates/date.ts";
import { touch } from "#lib/run/sandbox/dates/touch.ts";
import { echo } from "#lib/run/sandbox/printf/echo.ts";
import { printf } from "#lib/run/sandbox/printf/printf.ts";
import { sort } from "#lib/run/sandbox/sort/sort.ts";
import { column } from "./column.ts";
import { head, tail, wc } from "./counts.ts";
import { cp } from "./cp.ts";
import { cut } from "./cut.ts";
import { dd } from "./dd.ts";
import { diff } from "./diff.ts";
import { expr } from "./expr.ts";
import { file } from "./file.ts";
import { join } from "./join.ts";
import { nl, seq, tac } from "./lines.ts";
import { ls } from "./ls.ts";
import { mkdir } from "./mkdir.ts";
import { mktemp } from "./mktemp.ts";
import { od } from "./od.ts";
import { comm, paste, uniq } from "./rows.ts";
import { stat } from "./stat.ts";
import { tr } from "./tr.ts";

/**
 * Wrappers for the shell's own commands that are silently wrong: each rewrites the arguments into a form that the command understands, or
 * corrects its output. `comm`, `cp`, `cut`, `date`, `diff`, `head`, `join`, `mktemp`, `paste`, `printf`, `sort`, `tail`, `touch`, `tr`, `uniq` and `wc` are replacements. `cases/` has bash's answers.
 */
export const mendedCommands: readonly CustomCommand[] = [
  ownCommand("column", column, 1),
  ownCommand("comm", comm, 1),
  ownCommand("cp", cp, 1),
  ownCommand("cut", cut, 1),
  ownCommand("date", date, 1),
  ownCommand("dd", dd, 1),
  ownCommand("diff", diff, 2),
  ownCommand("echo", echo, 2),
  ownCommand("expr", expr, 2),
  ownCommand("file", file, 1),
  ownCommand("head", head, 1),
  ownCommand("join", join, 1),
  ownCommand("ls", ls, 2),
  ownCommand("mkdir", mkdir, 1),
  ownCommand("mktemp", mktemp, 1),
  ownCommand("nl", nl, 2),
  ownCommand("od", od, 1),
  ownCommand("paste", paste, 1),
  ownCommand("printf", printf, 2),
  ownCommand("seq", seq, 1),
  ownCommand("sort", sort, 2),
  ownCommand("stat", stat, 1),
  ownCommand("tac", tac, 1),
  ownCommand("tail", tail, 1),
  ownCommand("touch", touch, 1),
  ownCommand("tr", tr, 1),
  ownCommand("uniq", uniq, 1),
  ownCommand("wc", wc, 1),
];
