import { expect, test } from "vitest";
import { formatDay } from "./workspace-list-item.tsx";

const now = new Date(2026, 4, 12, 9).getTime();

test("near days by name, far ones by date", () => {
  expect(formatDay(new Date(2026, 4, 12, 1).getTime(), now)).toBe("today");
  expect(formatDay(new Date(2026, 4, 11, 23).getTime(), now)).toBe("yesterday");
  expect(formatDay(new Date(2026, 4, 8, 23).getTime(), now)).toBe("4 days ago");
  expect(formatDay(new Date(2026, 3, 2).getTime(), now)).toBe("Apr 2, 2026");
});
