import { type AbsentProgram, absentPrograms } from "#lib/skills/scripts/absent-programs.ts";

/** Why a program does not exist here: each says so, so that nobody searches for an error elsewhere. */
const reasons: Readonly<Record<AbsentProgram, string>> = {
  network: "scripts have no network here",
  installer: "packages cannot be installed from a script here",
  git: "there is no git in a script's shell; the workspace itself shows what changed",
  binary: "programs other than the shell's own, Python and Node do not run in a page",
  system: "there is one program and one user in a script's sandbox",
};

/** The message on a program that no run has; `undefined` for one that nobody knows. `command -v` finds neither. */
export function absenceOf(name: string): string | undefined {
  const kind = absentPrograms.get(name);
  return kind && `${name}: not available: ${reasons[kind]}.\n`;
}
