import { expect, test } from "vitest";
import { accessLine, routeKind, type Visit } from "./visits.ts";

const visit: Visit = {
  id: "0b6c2a8e",
  method: "GET",
  path: "/",
  status: 200,
  bytes: 1234,
  milliseconds: 17.26,
  isCut: false,
};

test("an access line has time, id, method, path, status, bytes and milliseconds", () => {
  expect(accessLine(visit, "routes")).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z 0b6c2a8e GET \/ 200 1234 17\.3$/);
  expect(accessLine({ ...visit, isCut: true }, "routes")).toMatch(/ 17\.3 cut$/);
});

test.each([
  ["/api/git/github.com/acme/secret/info/refs", "relay", "/api/git/…/info/refs"],
  ["/api/git/github.com/acme/secret/other", "relay", "/api/git/…"],
  ["/api/chat", "models", "/api/chat"],
  ["/api/room/BCDFGH/events", "rooms", "/api/room/…"],
  ["/room/BCDFGH", "room", "/room/…"],
  ["/gh/acme/secret/skills", "repository", "/gh/…"],
  ["/github.com/acme/secret", "other", "/…"],
  ["//github.com/acme/secret", "other", "/…"],
  ["git://github.com/acme/secret", "other", "/…"],
  ["/local/3f2c", "workspace", "/local/…"],
  ["/report/gh/acme/secret", "repository", "/report/…"],
  ["/api/report/gh/acme/secret.json", "report", "/api/report/…"],
  ["/badge/gh/acme/secret.svg", "picture", "/badge/…"],
  ["/og/gh/acme/secret", "picture", "/og/…"],
  ["/sign-in/openrouter", "page", "/sign-in/openrouter"],
  ["/try/git-helper", "sample", "/try/git-helper"],
  ["/_next/static/chunks/a.js", "static", "/_next/static/chunks/a.js"],
  ["/", "home", "/"],
])("%s is %s, and is shown as %s unless paths are to be shown", (path, kind, shown) => {
  expect(routeKind(path)).toBe(kind);
  expect(accessLine({ ...visit, path }, "routes").split(" ")[3]).toBe(shown);
  expect(accessLine({ ...visit, path }, "paths").split(" ")[3]).toBe(path);
});

test("a path makes no second line, and no long one", () => {
  const path = `/try/\u0085\u001b[2K${"x".repeat(5000)}`;
  expect(accessLine({ ...visit, path }, "routes").split(" ")[3]).toMatch(/^\/try\/\?\?\[2Kx+$/);
  expect(accessLine({ ...visit, path }, "paths").length).toBeLessThan(400);
});
