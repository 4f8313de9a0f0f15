import { shownAt, type Zone } from "./zones.ts";

/** A moment with nanoseconds, which JavaScript's numbers cannot hold beside the seconds. */
export interface Moment {
  /** Whole seconds since 1970. */
  readonly seconds: number;
  readonly nanoseconds: number;
}

export const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
export const months = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
] as const;

/** What a directive gives: a text, or a number with its width and what fills it. */
type Told = string | { readonly value: number; readonly width: number; readonly fill?: " " };

/** Formats a moment by GNU's `date`: `%F`, `%-d`, `%3N`, `%^a` and so on; unknown directives stay. */
export function formatDate(format: string, moment: Moment, zone: Zone): string {
  return format.replace(
    /%([-_0^#+]*)(\d*)(:{0,3})([a-zA-Z%])/g,
    (...[whole = "", flags = "", width = "", colons = "", letter = ""]: string[]) => {
      const told = directive(colons + letter, moment, zone, Number(width));
      if (told === undefined) return whole;
      const filler = flags.match(/[-_0]/g)?.at(-1);
      const text = typeof told === "string" ? padded(told, width, filler ?? "_") : number(told, width, filler);
      if (flags.includes("^")) return text.toUpperCase();
      if (flags.includes("#")) return letter === "p" || letter === "Z" ? text.toLowerCase() : text.toUpperCase();
      return text;
    },
  );
}

function padded(text: string, width: string, filler: string): string {
  return filler === "-" ? text : text.padStart(Number(width), filler === "0" ? "0" : " ");
}

function number({ value, width, fill = "0" as never }: Exclude<Told, string>, given: string, filler?: string): string {
  const sign = value < 0 ? "-" : "";
  const digits = String(Math.abs(value));
  if (filler === "-") return sign + digits;
  const length = Math.max(Number(given) || width) - sign.length;
  const filling = filler === "_" ? " " : filler === "0" ? "0" : fill;
  return filling === " " ? (sign + digits).padStart(length) : sign + digits.padStart(length, "0");
}

const two = (value: number): Told => ({ value, width: 2 });

/** A moment as directives see it. */
interface Shown {
  readonly moment: Moment;
  readonly zone: Zone;
  /** What the zone's clock shows, as UTC. */
  readonly at: Date;
  /** As the directive gives it. */
  readonly width: number;
  /** The same moment in another format. */
  all(format: string): string;
}

function directive(name: string, moment: Moment, zone: Zone, width: number): Told | undefined {
  const all = (format: string) => formatDate(format, moment, zone);
  return directives[name]?.({ moment, zone, at: shownAt(zone, moment.seconds * 1000), width, all });
}

/** By their letters, in the order of the alphabet. */
const directives: Readonly<Record<string, (shown: Shown) => Told | undefined>> = {
  a: ({ at }) => (days[at.getUTCDay()] ?? "").slice(0, 3),
  A: ({ at }) => days[at.getUTCDay()],
  b: ({ at }) => (months[at.getUTCMonth()] ?? "").slice(0, 3),
  h: ({ at }) => (months[at.getUTCMonth()] ?? "").slice(0, 3),
  B: ({ at }) => months[at.getUTCMonth()],
  c: ({ all }) => all("%a %b %e %H:%M:%S %Y"),
  C: ({ at }) => two(Math.floor(at.getUTCFullYear() / 100)),
  d: ({ at }) => two(at.getUTCDate()),
  D: ({ all }) => all("%m/%d/%y"),
  x: ({ all }) => all("%m/%d/%y"),
  e: ({ at }) => ({ value: at.getUTCDate(), width: 2, fill: " " }),
  F: ({ all }) => all("%Y-%m-%d"),
  g: ({ at }) => two(isoWeek(at).year % 100),
  G: ({ at }) => ({ value: isoWeek(at).year, width: 4 }),
  H: ({ at }) => two(at.getUTCHours()),
  I: ({ at }) => two(at.getUTCHours() % 12 || 12),
  j: ({ at }) => ({ value: dayOfYear(at) + 1, width: 3 }),
  k: ({ at }) => ({ value: at.getUTCHours(), width: 2, fill: " " }),
  l: ({ at }) => ({ value: at.getUTCHours() % 12 || 12, width: 2, fill: " " }),
  m: ({ at }) => two(at.getUTCMonth() + 1),
  M: ({ at }) => two(at.getUTCMinutes()),
  n: () => "\n",
  N: ({ moment, width }) =>
    String(moment.nanoseconds)
      .padStart(9, "0")
      .slice(0, width || 9),
  p: ({ at }) => (at.getUTCHours() < 12 ? "AM" : "PM"),
  P: ({ at }) => (at.getUTCHours() < 12 ? "am" : "pm"),
  q: ({ at }) => ({ value: Math.floor(at.getUTCMonth() / 3) + 1, width: 1 }),
  r: ({ all }) => all("%I:%M:%S %p"),
  R: ({ all }) => all("%H:%M"),
  s: ({ moment }) => ({ value: moment.seconds, width: 1 }),
  S: ({ at }) => two(at.getUTCSeconds()),
  t: () => "\t",
  T: ({ all }) => all("%H:%M:%S"),
  X: ({ all }) => all("%H:%M:%S"),
  u: ({ at }) => ({ value: at.getUTCDay() || 7, width: 1 }),
  U: ({ at }) => two(Math.floor((dayOfYear(at) + 7 - at.getUTCDay()) / 7)),
  V: ({ at }) => two(isoWeek(at).week),
  w: ({ at }) => ({ value: at.getUTCDay(), width: 1 }),
  W: ({ at }) => two(Math.floor((dayOfYear(at) + 7 - ((at.getUTCDay() + 6) % 7)) / 7)),
  y: ({ at }) => two(((at.getUTCFullYear() % 100) + 100) % 100),
  Y: ({ at }) => ({ value: at.getUTCFullYear(), width: 4 }),
  z: ({ moment, zone }) => offsetText(zone.offset(moment.seconds * 1000), 0),
  ":z": ({ moment, zone }) => offsetText(zone.offset(moment.seconds * 1000), 1),
  "::z": ({ moment, zone }) => offsetText(zone.offset(moment.seconds * 1000), 2),
  ":::z": ({ moment, zone }) => offsetText(zone.offset(moment.seconds * 1000), 3),
  Z: ({ moment, zone }) => zone.name(moment.seconds * 1000),
  "%": () => "%",
};

/** The day of the year, from 0. */
function dayOfYear(at: Date): number {
  const year = at.getUTCFullYear();
  return Math.floor((Date.UTC(year, at.getUTCMonth(), at.getUTCDate()) - Date.UTC(year, 0, 1)) / 86_400_000);
}

/** @param colons as many as the directive has */
function offsetText(offset: number, colons: number): string {
  const total = Math.abs(offset);
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60].map((each) =>
    String(each).padStart(2, "0"),
  );
  const shown = colons === 3 ? parts.slice(0, parts.findLastIndex((each) => each !== "00") + 1 || 1) : parts;
  const text = (colons < 2 ? shown.slice(0, 2) : shown).join(colons === 0 ? "" : ":");
  return (offset < 0 ? "-" : "+") + text;
}

/** The week by ISO 8601: the first has the year's first Thursday. */
function isoWeek(at: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(at);
  thursday.setUTCDate(at.getUTCDate() + 4 - (at.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  const start = new Date(0).setUTCFullYear(year, 0, 1);
  return { year, week: Math.floor((thursday.getTime() - start) / 604_800_000) + 1 };
}
