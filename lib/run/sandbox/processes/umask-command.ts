import { type CustomCommand, defineCommand } from "just-bash/browser";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";

const letters = ["r", "w", "x"] as const;
/** By how far their bits are from the end. */
const shifts = { u: 6, g: 3, o: 0 } as const;

/** `umask`, `umask -S`, `umask -p`, `umask 027`, `umask u=rwx,g-w`. */
export function umaskCommand(tree: Pick<RunTree, "umask">): CustomCommand {
  return defineCommand("umask", async (args) => {
    const isOption = (arg: string) => /^-[Sp]+$/.test(arg);
    const options = args.filter(isOption).join("");
    const [given, ...more] = args.filter((arg) => !isOption(arg));
    const mask = given === undefined ? tree.umask : readMask(given, tree.umask);
    if (mask === undefined || more.length > 0) return failure(more[0] ?? given ?? "");
    tree.umask = mask;
    const isTold = given === undefined || options.includes("S");
    return { stdout: isTold ? `${maskText(mask, options)}\n` : "", stderr: "", exitCode: 0 };
  });
}

function failure(given: string) {
  const fault = /^\d/.test(given) ? "octal number out of range" : "invalid symbolic mode operator";
  return { stdout: "", stderr: `bash: umask: ${given}: ${fault}\n`, exitCode: 1 };
}

function maskText(mask: number, options: string): string {
  const [isSymbolic, isCommand] = [options.includes("S"), options.includes("p")];
  const text = isSymbolic ? symbolic(mask) : mask.toString(8).padStart(4, "0");
  return `${isCommand ? "umask " : ""}${isCommand && isSymbolic ? "-S " : ""}${text}`;
}

function symbolic(mask: number): string {
  return Object.entries(shifts)
    .map(([who, shift]) => `${who}=${letters.filter((_, bit) => !((mask >> shift) & (4 >> bit))).join("")}`)
    .join(",");
}

/** @returns `undefined` for what is no mask */
function readMask(given: string, before: number): number | undefined {
  if (/^[0-7]{1,4}$/.test(given)) return Number.parseInt(given, 8) & 0o777;
  if (!/^[ugoa]*[-+=][rwx]*(?:,[ugoa]*[-+=][rwx]*)*$/.test(given)) return undefined;
  return ~given.split(",").reduce(allowedBy, ~before & 0o777) & 0o777;
}

/** The permissions that a clause such as `g-w` leaves of these. */
function allowedBy(allowed: number, clause: string): number {
  const [, who = "", sign, what = ""] = /^([ugoa]*)([-+=])([rwx]*)$/.exec(clause) ?? [];
  const bits = letters.reduce((sum, letter, bit) => sum | (what.includes(letter) ? 4 >> bit : 0), 0);
  const meant = Object.entries(shifts).filter(([each]) => /^$|a/.test(who) || who.includes(each));
  return meant.reduce((left, [, shift]) => {
    if (sign === "+") return left | (bits << shift);
    if (sign === "-") return left & ~(bits << shift);
    return (left & ~(7 << shift)) | (bits << shift);
  }, allowed);
}
