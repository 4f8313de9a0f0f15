/** A time zone: its offset from UTC in seconds, and its short name, at a moment in milliseconds. */
export interface Zone {
  offset(moment: number): number;
  name(moment: number): string;
}

const utc: Zone = { offset: () => 0, name: () => "UTC" };

/** The zone that `TZ` names, as C's library reads it: the machine's own where it is absent, UTC where nobody knows it. */
export function zoneOf(name: string | undefined): Zone {
  if (name === "" || name === "UTC" || name === "UTC0" || name === "GMT") return utc;
  try {
    return namedZone(name?.replace(/^:/, ""));
  } catch {
    return utc;
  }
}

/** @throws RangeError if nobody knows it */
function namedZone(timeZone: string | undefined): Zone {
  const given = timeZone === undefined ? {} : { timeZone };
  const parts = ["year", "month", "day", "hour", "minute", "second"] as const;
  const numeric = Object.fromEntries(parts.map((part) => [part, "numeric"]));
  const fields = new Intl.DateTimeFormat("en-US", { ...given, ...numeric, hourCycle: "h23" });
  const named = new Intl.DateTimeFormat("en-US", { ...given, timeZoneName: "short" });
  return {
    offset(moment) {
      const whole = Math.floor(moment / 1000) * 1000;
      const found = Object.fromEntries(fields.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
      return (Date.UTC(year, month - 1, day, hour, minute, second) - whole) / 1000;
    },
    name(moment) {
      const name = named.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "UTC";
      // Zones without letters of their own are told by their offset, as in the zone files.
      const [, sign, hours = "", minutes = ""] = /^GMT([-+])(\d+)(?::(\d+))?$/.exec(name) ?? [];
      return sign === undefined ? name : `${sign}${hours.padStart(2, "0")}${minutes}`;
    },
  };
}

/** The moment at which a zone's clock shows these fields, which may be out of their ranges. */
export function momentOf(zone: Zone, fields: readonly number[]): number {
  const [year = 1970, month = 0, day = 1, hour = 0, minute = 0, second = 0] = fields;
  // `Date.UTC` takes the years 0 to 99 for those of the 20th century.
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  const asUtc = date.setUTCHours(hour, minute, second);
  const first = asUtc - zone.offset(asUtc) * 1000;
  return asUtc - zone.offset(first) * 1000;
}

/** What a zone's clock shows: a date whose UTC fields are those. */
export function shownAt(zone: Zone, moment: number): Date {
  return new Date(moment + zone.offset(moment) * 1000);
}
