import { days, type Moment, months } from "./date-format.ts";
import { momentOf, shownAt, type Zone } from "./zones.ts";

/** What a text says of a date, part by part. */
interface Said {
  date?: readonly [year: number, month: number, day: number];
  time?: readonly [hour: number, minute: number, second: number, nanoseconds: number];
  /** Seconds east of UTC. */
  offset?: number;
  weekday?: { readonly day: number; readonly ordinal: number };
  moment?: Moment;
  /** How far the rest moves it. */
  readonly shifts: Record<Unit, number>;
}

type Unit = "year" | "month" | "day" | "second";

const units: Readonly<Record<string, readonly [Unit, number]>> = {
  year: ["year", 1],
  month: ["month", 1],
  fortnight: ["day", 14],
  week: ["day", 7],
  day: ["day", 1],
  hour: ["second", 3600],
  minute: ["second", 60],
  min: ["second", 60],
  second: ["second", 1],
  sec: ["second", 1],
};

const ordinals: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1, a: 1, an: 1, third: 3, fourth: 4 };

/** Zones by their letters, in hours east of UTC. */
const zones: Readonly<Record<string, number>> = {
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, wet: 0, west: 1, bst: 1, cet: 1 },
  ...{ cest: 2, met: 1, mest: 2, eet: 2, eest: 3, msk: 3, msd: 4, ist: 5.5, sgt: 8, jst: 9, nzst: 12, nzdt: 13 },
};

/** A pattern at the beginning of what is left of a text, and what it says. */
type Form = readonly [RegExp, (match: RegExpExecArray, said: Said) => boolean | undefined];

const monthNumber = (name: string) => months.findIndex((each) => each.toLowerCase().startsWith(name.slice(0, 3)));
const dayNumber = (name: string) => days.findIndex((each) => each.toLowerCase().startsWith(name.slice(0, 3)));

const monthNames =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const dayNames =
  "sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nes(?:day)?)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?";
const unitNames = "years?|months?|fortnights?|weeks?|days?|hours?|minutes?|mins?|seconds?|secs?";

function setDate(said: Said, year: number, month: number, day: number): boolean | undefined {
  if (said.date || month < 0 || month > 11 || day < 1 || day > 31) return false;
  said.date = [year, month, day];
  return undefined;
}

function shift(said: Said, amount: number, name: string): undefined {
  const [unit, size] = units[name.replace(/s$/, "")] ?? ["second", 1];
  said.shifts[unit] += amount * size;
}

const fullYear = (digits: string) =>
  digits.length > 2 ? Number(digits) : Number(digits) + (Number(digits) < 69 ? 2000 : 1900);

/** In the order in which they are tried; the text is in small letters. */
const forms: readonly Form[] = [
  [
    /^@(-?\d+)(?:\.(\d{1,9})\d*)?/,
    ([, seconds, part = ""], said) => {
      said.moment = { seconds: Number(seconds), nanoseconds: Number(part.padEnd(9, "0")) };
    },
  ],
  [
    /^(\d{4,})-(\d\d?)-(\d\d?)(?:t(?=\d)|(?!\d))/,
    ([, year, month, day], said) => setDate(said, Number(year), Number(month) - 1, Number(day)),
  ],
  [
    /^(\d{4})\/(\d\d?)\/(\d\d?)(?!\d)/,
    ([, year, month, day], said) => setDate(said, Number(year), Number(month) - 1, Number(day)),
  ],
  [
    /^(\d\d?)\/(\d\d?)(?:\/(\d+))?(?!\d)/,
    ([, month, day, year], said) =>
      setDate(said, year === undefined ? Number.NaN : fullYear(year), Number(month) - 1, Number(day)),
  ],
  [
    new RegExp(`^(\\d\\d?)[ -]?(${monthNames})\\b\\.?(?:[ -,]*(\\d{4})(?![\\d:]))?`),
    ([, day, month = "", year], said) => setDate(said, Number(year), monthNumber(month), Number(day)),
  ],
  [
    new RegExp(`^(${monthNames})\\b\\.?[ -]*(\\d\\d?)(?![\\d:])(?:(?:st|nd|rd|th)\\b)?(?:[ ,]+(\\d{4})(?![\\d:]))?`),
    ([, month = "", day, year], said) => setDate(said, Number(year), monthNumber(month), Number(day)),
  ],
  [
    /^t?(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)?(?: *([ap])\.?m\.?\b)?(?: *([-+]) *(\d\d?):?(\d\d)?(?!\d))?/,
    ([, hour, minute, second = "0", part = "", half, sign, hours = "0", minutes = "0"], said) => {
      if (said.time || Number(minute) > 59 || Number(second) > 60) return false;
      const whole = hourOf(Number(hour), half);
      if (whole === undefined) return false;
      said.time = [whole, Number(minute), Number(second), Number(part.padEnd(9, "0"))];
      if (sign) said.offset = (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
      // `10:00 + 90 minutes`: GNU's date takes this for a zone, too.
      return Number(hours) > 24 ? false : undefined;
    },
  ],
  [
    /^(\d\d?) *([ap])\.?m\.?\b/,
    ([, hour, half], said) => {
      const whole = hourOf(Number(hour), half);
      if (said.time || whole === undefined) return false;
      said.time = [whole, 0, 0, 0];
      return undefined;
    },
  ],
  [
    new RegExp(`^([-+] *)?(\\d+) *(${unitNames})\\b( *ago\\b)?`),
    ([, sign = "", amount, unit = "", ago], said) =>
      shift(said, Number(amount) * (sign.startsWith("-") ? -1 : 1) * (ago ? -1 : 1), unit),
  ],
  [
    new RegExp(`^(${Object.keys(ordinals).join("|")}) +(${unitNames})\\b( *ago\\b)?`),
    ([, ordinal = "", unit = "", ago], said) => shift(said, (ordinals[ordinal] ?? 0) * (ago ? -1 : 1), unit),
  ],
  [
    new RegExp(`^(?:(${Object.keys(ordinals).join("|")}) +)?(${dayNames})\\b[.,]?`),
    ([, ordinal, day = ""], said) => {
      if (said.weekday) return false;
      said.weekday = { day: dayNumber(day), ordinal: ordinals[ordinal ?? ""] ?? 0 };
      return undefined;
    },
  ],
  [new RegExp(`^(${unitNames})\\b( *ago\\b)?`), ([, unit = "", ago], said) => shift(said, ago ? -1 : 1, unit)],
  [/^(?:now|today)\b/, () => undefined],
  [/^yesterday\b/, (_, said) => shift(said, -1, "day")],
  [/^tomorrow\b/, (_, said) => shift(said, 1, "day")],
  [
    /^(?:z|utc|gmt)(?![a-z])(?:([-+])(\d\d?):?(\d\d)?)?/,
    ([, sign, hours = "0", minutes = "0"], said) => {
      said.offset = (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
    },
  ],
  [
    new RegExp(`^(${Object.keys(zones).join("|")})\\b`),
    ([, name = ""], said) => {
      said.offset = (zones[name] ?? 0) * 3600;
    },
  ],
  [
    /^(\d{4})(\d\d)(\d\d)(?!\d)/,
    ([, year, month, day], said) => setDate(said, Number(year), Number(month) - 1, Number(day)),
  ],
  // The year behind a time, or a time without its colon.
  [
    /^(\d\d)(\d\d)(?!\d)/,
    ([digits, hour, minute], said) => {
      const [year = 0, month = 0, day = 1] = said.date ?? [];
      if (said.date && !Number.isNaN(year)) return false;
      if (said.date) said.date = [Number(digits), month, day];
      else if (said.time || Number(hour) > 23 || Number(minute) > 59) return false;
      else said.time = [Number(hour), Number(minute), 0, 0];
      return undefined;
    },
  ],
];

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === "p" ? 12 : 0) : undefined;
}

/** Reads a date as GNU's `date -d` does. @returns `undefined` for what it does not know */
export function readDate(text: string, now: Moment, zone: Zone): Moment | undefined {
  const said: Said = { shifts: { year: 0, month: 0, day: 0, second: 0 } };
  let left = text
    .toLowerCase()
    .replace(/\([^)]*\)/g, "")
    .trimStart();
  if (left === "") return readDate("00:00", now, zone);
  // Nothing may stand beside a number of seconds.
  if (left.startsWith("@") && !/^@-?\d+(?:\.\d+)?\s*$/.test(left)) return undefined;
  while (left !== "") {
    const taken = taking(left, said);
    if (taken === 0) return undefined;
    left = left.slice(taken).replace(/^[\s,]+/, "");
  }
  return settled(said, now, zone);
}

/** @returns how many characters were understood */
function taking(left: string, said: Said): number {
  for (const [pattern, say] of forms) {
    const match = pattern.exec(left);
    if (match && say(match, said) !== false) return match[0].length;
  }
  return 0;
}

function settled({ moment, date, time, offset, weekday, shifts }: Said, now: Moment, zone: Zone): Moment | undefined {
  if (moment) return moment;
  const own: Zone = offset === undefined ? zone : { offset: () => offset, name: () => "" };
  const shown = shownAt(own, now.seconds * 1000);
  const [year, month, day] = date ?? [shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()];
  const isDated = date !== undefined || weekday !== undefined;
  const present = [shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds(), now.nanoseconds] as const;
  const [hour, minute, second, nanoseconds] = time ?? (isDated ? ([0, 0, 0, 0] as const) : present);
  const wholeYear = Number.isNaN(year) ? shown.getUTCFullYear() : year;
  if (date && day > new Date(Date.UTC(2000 + (wholeYear % 400), month + 1, 0)).getUTCDate()) return undefined;
  const shiftedDay = day + shifts.day + (weekday && !date ? daysTo(weekday, shown.getUTCDay()) : 0);
  if (time && !isShown(own, [wholeYear, month, day, hour, minute, second])) return undefined;
  const fields = [wholeYear + shifts.year, month + shifts.month, shiftedDay, hour, minute, second];
  return { seconds: Math.floor(momentOf(own, fields) / 1000) + shifts.second, nanoseconds };
}

/** How many days a day of the week is away. @param today from Sunday, 0 */
function daysTo({ day, ordinal }: NonNullable<Said["weekday"]>, today: number): number {
  const apart = (day - today + 7) % 7;
  return apart + 7 * (ordinal - (ordinal > 0 && apart !== 0 ? 1 : 0));
}

/** Whether a zone's clock ever shows this time: where it is put forward, it shows none of the hour that is left out. */
function isShown(zone: Zone, fields: readonly number[]): boolean {
  const [, , , hour, minute] = fields;
  const shown = shownAt(zone, momentOf(zone, fields));
  return shown.getUTCHours() === hour && shown.getUTCMinutes() === minute;
}
