import { expect, it } from "vitest";
import { relayDeps } from "./relay-deps.ts";

it("holds reports to the limits and the guard of pages, and keeps their answers apart", async () => {
  const [page, other, report] = await Promise.all([relayDeps(), relayDeps("page"), relayDeps("report")]);
  expect(report.limiter).toBe(page.limiter);
  expect(report.dispatchers).toBe(page.dispatchers);
  expect(report.allow).toBe(page.allow);
  expect(other.answers).toBe(page.answers);
  expect(report.answers).not.toBe(page.answers);
});
