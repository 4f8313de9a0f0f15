const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const absolute = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const dayLength = 86_400_000;

/** `today`, `yesterday`, `4 days ago`; a date after a week. In the reader's time zone. */
export function formatDay(time: number, now: number = Date.now()): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / dayLength);
  return days < 7 ? relative.format(-days, "day") : absolute.format(time);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
