/** A time zone: its offset from UTC in seconds, and its short name, at a moment in milliseconds. */
export interface Zone {
  offset(moment: number): number;
  name(moment: number): string;
}

const utc: Zone = { offset: () => 0, name: () => "UTC" };

/**
 * The zone that `TZ` names, as C's library reads it: the machine's own where it is absent, and UTC under the letters that it begins with
 * where nobody knows it.
 * @throws RangeError for one with a summer time of its own, such as `ABC-1ABD`
 */
export function zoneOf(name: string | undefined): Zone {
  if (name === "" || name === "UTC" || name === "UTC0" || name === "GMT") return utc;
  const [, letters, sign, hours, minutes = "0", summer] =
    /^:?(?:([A-Za-z]{3,})|<[^>]*>)(?:([-+]?)(\d{1,2})(?::(\d\d))?(.*))?/.exec(name ?? "") ?? [];
  try {
    return namedZone(name?.replace(/^:/, ""));
  } catch (cause) {
    if (summer)
      throw new RangeError(`TZ='${name}': only zones with a name such as Europe/Berlin have a summer time here`, {
        cause,
      });
    // West of Greenwich is positive.
    const seconds = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 * (sign === "-" ? 1 : -1);
    return { offset: () => seconds || 0, name: () => letters ?? /<(.*)>/.exec(name ?? "")?.[1] ?? "" };
  }
}

/** English of places where a zone's short name is known that Americans tell by its offset. */
const languages = ["en-US", "en-GB", "en-AU", "en-IN", "en-NZ", "en-ZA", "en-IE", "en-CA"];

/** Short names that no English has, or not as the zone files do, with that of summer behind `/`. */
const shortNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    GMT: "GMT Etc/GMT GMT0",
    JST: "Asia/Tokyo Japan",
    KST: "Asia/Seoul Asia/Pyongyang ROK",
    CST: "Asia/Shanghai Asia/Taipei Asia/Macau Asia/Macao Asia/Chongqing Asia/Harbin PRC ROC",
    HKT: "Asia/Hong_Kong Hongkong",
    PKT: "Asia/Karachi",
    PST: "Asia/Manila",
    WIB: "Asia/Jakarta Asia/Pontianak",
    WITA: "Asia/Makassar",
    WIT: "Asia/Jayapura",
    MSK: "Europe/Moscow Europe/Simferopol Europe/Kirov Europe/Volgograd W-SU",
    MST: "America/Hermosillo America/Mazatlan America/Whitehorse America/Dawson",
    "HST/HDT": "America/Adak US/Aleutian",
    "IST/IDT": "Asia/Jerusalem Asia/Tel_Aviv Israel",
    "CST/CDT": "America/Havana Cuba",
    ChST: "Pacific/Guam Pacific/Saipan",
    SST: "Pacific/Pago_Pago Pacific/Midway US/Samoa",
    WAT: "Africa/Lagos",
    EAT: "Africa/Nairobi",
    CAT: "Africa/Maputo",
    "+04": "Asia/Dubai Asia/Muscat",
    "+0530": "Asia/Colombo",
  }).flatMap(([name, zones]) => zones.split(" ").map((zone) => [zone, name] as const)),
);

/** @throws RangeError if nobody knows it */
function namedZone(timeZone: string | undefined): Zone {
  const given = timeZone === undefined ? {} : { timeZone };
  const parts = ["year", "month", "day", "hour", "minute", "second"] as const;
  const numeric = Object.fromEntries(parts.map((part) => [part, "numeric"]));
  const fields = new Intl.DateTimeFormat("en-US", { ...given, ...numeric, hourCycle: "h23" });
  const named = languages.map((language) => new Intl.DateTimeFormat(language, { ...given, timeZoneName: "short" }));
  const long = longNames(timeZone);
  return {
    offset(moment) {
      const whole = Math.floor(moment / 1000) * 1000;
      const found = Object.fromEntries(fields.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
      return (Date.UTC(year, month - 1, day, hour, minute, second) - whole) / 1000;
    },
    name(moment) {
      const told = named.map((each) => each.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value);
      const [usual, ofSummer = usual] = shortNames.get(timeZone ?? "")?.split("/") ?? [];
      const own = usual === ofSummer || !tellsSummer(long, moment) ? usual : ofSummer;
      const name = own ?? told.find((each) => !/^GMT[-+]/.test(each ?? "")) ?? told[0] ?? "UTC";
      // Zones without letters of their own are told by their offset, as in the zone files.
      const [, sign, hours = "", minutes = ""] = /^GMT([-+])(\d+)(?::(\d+))?$/.exec(name) ?? [];
      return sign === undefined ? name : `${sign}${hours.padStart(2, "0")}${minutes}`;
    },
  };
}

function longNames(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", { ...(timeZone !== undefined && { timeZone }), timeZoneName: "long" });
}

function tellsSummer(long: Intl.DateTimeFormat, moment: number): boolean {
  return /Summer|Daylight/.test(long.format(moment));
}

/** From when a zone's clock shows what: seconds, their offset from UTC, whether it is summer time (1 or 0), and its short name. */
type ZoneChange = readonly [from: number, offset: number, isSummer: number, name: string];

/**
 * All changes of a zone's clock from 1900 to 2099, from what it showed before.
 * @throws RangeError if nobody knows it
 */
export function zoneChanges(timeZone: string): readonly ZoneChange[] {
  const zone = namedZone(timeZone);
  const long = longNames(timeZone);
  const names = new Map<string, string>();
  const changeAt = (moment: number): ZoneChange => {
    const [offset, isSummer] = [zone.offset(moment), Number(tellsSummer(long, moment))];
    const key = `${offset} ${isSummer}`;
    // Nobody knows the letters of long ago.
    const alike = () => [moment, ...seasons].filter((each) => zone.offset(each) === offset).map(zone.name);
    const name = names.get(key) ?? alike().find((each) => /^[A-Z]+$/.test(each)) ?? zone.name(moment);
    names.set(key, name);
    return [moment / 1000, offset, isSummer, name];
  };
  let from = Date.UTC(1900);
  let before = zone.offset(from);
  const found = [changeAt(from)];
  for (const end = Date.UTC(2100); from < end; from += fortnight) {
    let [low, high] = [from, from + fortnight];
    const after = zone.offset(high);
    if (after === before) continue;
    while (high - low > 1000) {
      const middle = Math.round((low + high) / 2000) * 1000;
      if (zone.offset(middle) === before) low = middle;
      else high = middle;
    }
    found.push(changeAt(high));
    before = after;
  }
  // Where a summer time became the time of the whole year, no clock changed.
  const [last = 0] = found.at(-1) ?? [];
  return [...found, changeAt(last * 1000 + 27 * fortnight)];
}

const seasons = [Date.UTC(2020, 0), Date.UTC(2020, 6)];

/** No clock is put forward and back within one, in milliseconds. */
const fortnight = 14 * 24 * 3_600_000;

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
