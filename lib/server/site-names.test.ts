import { expect, test } from "vitest";
import { siteObjection } from "./site-names.ts";

const allow = "https://git.intra.example:8443";
const site = "https://lab.school.example, https://lab.school.example:8443";

function objection(headers: Readonly<Record<string, string>>, settings = { allow, site }): string | undefined {
  return siteObjection(new Request("http://127.0.0.1:3000/api/report/gh/a/b.json", { headers }), settings);
}

test("where nothing private is within reach, any name is answered", () => {
  expect(objection({ host: "evil.example" }, { allow: "", site: "" })).toBeUndefined();
});

test("where something is, the site's own names and this computer's are", () => {
  for (const host of [
    "lab.school.example",
    "LAB.school.example",
    "lab.school.example:443",
    "lab.school.example:8443",
    "localhost:3000",
    "lab.localhost",
    "127.0.0.1:3000",
    "127.9.9.9",
    "[::1]:3000",
  ])
    expect(objection({ host }), host).toBeUndefined();
  expect(objection({ host: "lab.school.example", "x-forwarded-host": "lab.school.example" })).toBeUndefined();
});

test("and no other one, however it is made to look", () => {
  for (const host of [
    "evil.example",
    "lab.school.example.evil.example",
    "evil.example#lab.school.example",
    "lab.school.example@evil.example",
    "evil.example@lab.school.example",
    "evil.example/lab.school.example",
    "lab.school.example:81",
    "localhost.evil.example",
    "evillocalhost",
    "127.0.0.1.evil.example",
    "10.0.0.5:3000",
    "0.0.0.0:3000",
    "[::ffff:10.0.0.5]",
    "lab.school.example, evil.example",
    "",
  ])
    expect(objection({ host }), host).toMatch(/SKILLGROUND_SITE/);
});

test("every name that a request gives must be one: a page adds a header, and a proxy changes Host", () => {
  expect(objection({ host: "evil.example", "x-forwarded-host": "localhost" })).toBeDefined();
  expect(objection({ host: "127.0.0.1:3000", "x-forwarded-host": "evil.example" })).toBeDefined();
  expect(objection({ host: "127.0.0.1:3000", "x-forwarded-host": "lab.school.example, evil.example" })).toBeDefined();
});

test("without a list only this computer's are answered, and what is no list fails", () => {
  expect(objection({ host: "lab.school.example" }, { allow, site: "" })).toBeDefined();
  expect(objection({ host: "localhost" }, { allow, site: "" })).toBeUndefined();
  expect(() => objection({ host: "localhost" }, { allow, site: "*.school.example" })).toThrow("SKILLGROUND_SITE");
});
