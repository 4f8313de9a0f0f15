import { runLimits } from "#lib/run/run-limits.ts";
import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOfInputs, takenOf } from "#lib/run/sandbox/commands/inputs.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const known = ["if", "of", "bs", "ibs", "obs", "count", "skip", "seek", "conv", "status", "iflag", "oflag"];

/** GNU's dd: copies blocks between files, without conversions. @throws OptionError */
export async function dd(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const call = readCall(args);
  const { text, faults } = await bytesOfInputs("dd", call.from, context, call.end);
  if (faults !== "") return { stdout: "", stderr: faults, exitCode: 1 };
  const part = text.slice(call.start, call.end);
  if (call.to !== undefined) await put(context, resolve(context.cwd, call.to), fromLatin1(part), call);
  const { length } = part;
  const records = `${Math.floor(length / call.size)}+${length % call.size === 0 ? 0 : 1} records`;
  const counts = `${records} in\n${records} out\n`;
  const copied = `${length} byte${length === 1 ? "" : "s"} copied\n`;
  const told = { none: "", noxfer: counts }[call.status] ?? counts + copied;
  const taken = call.from.length > 0 || call.end === undefined ? {} : takenOf(call.end, 1);
  return { stdout: call.to === undefined ? part : "", stderr: told, exitCode: 0, stdoutKind: "bytes", ...taken };
}

interface DdCall extends Placing {
  readonly from: readonly string[];
  readonly to: string | undefined;
  /** Bytes of a block. */
  readonly size: number;
  readonly start: number;
  readonly end: number | undefined;
  readonly status: string;
}

/** @throws OptionError */
function readCall(args: readonly string[]): DdCall {
  const given = new Map(args.map((arg) => arg.split(/=(.*)/s, 2) as [string, string | undefined]));
  const value = (name: string) => given.get(name) ?? "";
  const wrong = [...given.keys()].find((name) => !known.includes(name));
  if (wrong !== undefined) throw new OptionError(`unrecognized operand '${wrong}'`);
  const words = value("conv").split(",").filter(Boolean);
  const other = [...words, ...value("iflag").split(","), ...value("oflag").split(",")].find(
    (word) => !plain.test(word),
  );
  if (other !== undefined) throw new OptionError(`${other} is not possible here`);
  const size = sizeOf(value("bs") || value("ibs") || "512");
  const start = sizeOf(value("skip") || "0") * size;
  return {
    from: given.has("if") ? [value("if")] : [],
    to: given.get("of"),
    size,
    start,
    end: given.has("count") ? start + sizeOf(value("count")) * size : undefined,
    status: value("status"),
    place: sizeOf(value("seek") || "0") * sizeOf(value("bs") || value("obs") || "512"),
    cuts: !words.includes("notrunc"),
  };
}

/** Words that change nothing here, and `notrunc`. */
const plain = /^(?:|notrunc|fsync|fdatasync|noerror|direct|dsync|sync|fullblock|nonblock|noatime)$/;

interface Placing {
  readonly place: number;
  /** Whether nothing stays behind what is written. */
  readonly cuts: boolean;
}

/** @throws OptionError for a file larger than a run may leave */
async function put({ fs }: CommandContext, path: string, bytes: Uint8Array, { place, cuts }: Placing): Promise<void> {
  if (path === "/dev/null") return;
  const most = runLimits.changedBytes;
  if (place + bytes.length > most) throw new OptionError(`no more than ${most} bytes are possible here`);
  const before = (await fs.exists(path)) ? await fs.readFileBuffer(path) : new Uint8Array();
  const end = place + bytes.length;
  const all = new Uint8Array(cuts ? end : Math.max(end, before.length));
  all.set(before.subarray(0, cuts ? place : before.length));
  all.set(bytes, place);
  await fs.writeFile(path, latin1(all), "binary");
}

/** `4096`, `1M`, `2kB`, `512c`. @throws OptionError */
function sizeOf(given: string): number {
  const [, digits, unit = ""] = /^(\d+)([a-zA-Z]*)$/.exec(given) ?? [];
  const times = units[unit.replace("iB", "")];
  if (digits === undefined || times === undefined) throw new OptionError(`invalid number: '${given}'`);
  return Number(digits) * times;
}

const units: Readonly<Record<string, number>> = {
  ...{ "": 1, c: 1, w: 2, b: 512, k: 1024, K: 1024, M: 2 ** 20, G: 2 ** 30, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9 },
};
