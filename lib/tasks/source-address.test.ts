import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sourceAddress } from "./source-address.ts";

let folder = "";
const packageFile = () => join(folder, "package.json");
const describePackage = (described: object) => writeFileSync(packageFile(), JSON.stringify(described));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillground-source-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([["git+https://git.example.org/us/lab.git"], [{ type: "git", url: "git+https://git.example.org/us/lab.git" }]])(
  "is the repository of the package: %j",
  (repository) => {
    describePackage({ repository });
    expect(sourceAddress({}, packageFile())).toBe("https://git.example.org/us/lab");
  },
);

it("is what the one who deploys says, who may also say nothing", () => {
  describePackage({ repository: "https://git.example.org/us/lab" });
  expect(sourceAddress({ SKILLGROUND_SOURCE: "https://school.example/lab" }, packageFile())).toBe(
    "https://school.example/lab",
  );
  expect(sourceAddress({ SKILLGROUND_SOURCE: "" }, packageFile())).toBeUndefined();
});

it("is nothing where nobody says so", () => {
  describePackage({});
  expect(sourceAddress({}, packageFile())).toBeUndefined();
});

it.each(["javascript:alert(1)", "us/lab", "http://git.example.org/lab"])("is never %s", (named) => {
  expect(() => sourceAddress({ SKILLGROUND_SOURCE: named }, packageFile())).toThrow("https address");
});
