import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";

export type Scale = "none" | "auto" | "si" | "iec" | "iec-i";

/** How a number is read and written. */
export interface NumberForm {
  readonly from: Scale;
  readonly to: Scale;
  readonly fromUnit: number;
  readonly toUnit: number;
  readonly suffix: string;
  readonly rounding: string;
  /** Digits behind the point, if they are given. */
  readonly digits: number | undefined;
}

const units = ["", "K", "M", "G", "T", "P", "E", "Z", "Y"];

const roundings: Readonly<Record<string, (value: number) => number>> = {
  up: Math.ceil,
  down: Math.floor,
  "from-zero": (value) => Math.sign(value) * Math.ceil(Math.abs(value)),
  "towards-zero": Math.trunc,
  nearest: (value) => Math.sign(value) * Math.round(Math.abs(value)),
};

/** A number in another form, with its unit. @throws OptionError */
export function scaled(text: string, form: NumberForm): string {
  const round = roundings[form.rounding];
  if (!round) throw new OptionError(`invalid argument '${form.rounding}' for '--round'`);
  const { value, digits } = readNumber(text, form);
  const number = (value * form.fromUnit) / form.toUnit;
  if (Math.abs(number) >= 999.5e24) throw new OptionError(`value too large to be printed: '${text}'`);
  if (form.to === "none" && Math.abs(number) > Number.MAX_SAFE_INTEGER)
    throw new OptionError(`'${text}' has more digits than are exact here (consider using --to)`);
  return (
    (form.to === "none" ? plain(number, form.digits ?? digits, round) : inUnits(number, form, round)) + form.suffix
  );
}

/** @throws OptionError for what is no number, or has a unit that is not to be read */
function readNumber(text: string, { from, suffix }: NumberForm): { readonly value: number; readonly digits: number } {
  const bare = suffix !== "" && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
  const [, number, behind = "", unit = "", i = "", rest = ""] =
    /^(-?\d+(?:\.(\d+))?) ?([KkMGTPEZY]?)(i?)(.*)$/s.exec(bare) ?? [];
  if (number === undefined) throw new OptionError(`invalid number: '${text}'`);
  if (rest !== "") throw new OptionError(`invalid suffix in input: '${text}'`);
  if (unit === "") return { value: Number(number), digits: behind.length };
  if (from === "none") throw new OptionError(`rejecting suffix in input: '${text}' (consider using --from)`);
  if (from === "iec-i" && i === "") throw new OptionError(`missing 'i' suffix in input: '${text}' (e.g Ki/Mi/Gi)`);
  if (i !== "" && from !== "auto" && from !== "iec-i") throw new OptionError(`invalid suffix in input '${text}': 'i'`);
  const base = from === "si" || (from === "auto" && i === "") ? 1000 : 1024;
  return { value: Number(number) * base ** units.indexOf(unit.toUpperCase()), digits: 0 };
}

function plain(value: number, digits: number, round: (value: number) => number): string {
  const places = 10 ** digits;
  return (round(value * places) / places).toFixed(digits);
}

/** The number in the largest unit that it reaches; below ten with a digit behind the point. */
function inUnits(number: number, { to, digits }: NumberForm, round: (value: number) => number): string {
  const base = to === "si" ? 1000 : 1024;
  let power = 0;
  let value = number;
  while (Math.abs(value) >= base && power < units.length - 1) {
    value /= base;
    power++;
  }
  const places = 10 ** (digits === undefined ? (Math.abs(value) < 10 ? 1 : 0) : Math.min(power * 3, digits));
  value = round(value * places) / places;
  if (Math.abs(value) >= base) {
    value /= base;
    power++;
  }
  const isShort = value !== 0 && Math.abs(value) < 10 && power > 0;
  const unit = `${units[power] ?? ""}${to === "iec-i" && power > 0 ? "i" : ""}`;
  return value.toFixed(digits ?? (isShort ? 1 : 0)) + unit;
}
