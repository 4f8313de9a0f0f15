let clock: Intl.DateTimeFormat | undefined;
let calendar: Intl.DateTimeFormat | undefined;

/** `14:05:09`, in the reader's time zone. */
export function timeText(time: number): string {
  // Created when first needed, which takes several milliseconds. With `hour12: false` midnight would be 24:00.
  clock ??= new Intl.DateTimeFormat("en", { timeStyle: "medium", hourCycle: "h23" });
  return clock.format(time);
}

/** `27 Nov 2026, 14:05`, in the reader's time zone. */
export function dateTimeText(time: number): string {
  calendar ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
  return calendar.format(time);
}
