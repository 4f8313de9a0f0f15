import { describe, expect, it } from "vitest";
import type { GitSource } from "#lib/vfs/source.ts";
import { nearNames, resolveSource } from "./resolve-source.ts";

const idOf = (digit: string) => digit.repeat(40);
const refs = [
  { name: "HEAD", id: idOf("1"), target: "refs/heads/main" },
  { name: "refs/heads/main", id: idOf("1") },
  { name: "refs/heads/feature", id: idOf("2") },
  { name: "refs/heads/feature/pdf", id: idOf("3") },
  { name: "refs/heads/v1", id: idOf("4") },
  { name: "refs/tags/v1", id: idOf("5") },
  { name: "refs/tags/v2", id: idOf("6") },
  { name: "refs/pull/12/head", id: idOf("7") },
];

function resolve(part: Partial<GitSource>) {
  const source: GitSource = { kind: "git", url: "https://git.example/a/b", ...part };
  return resolveSource(source, async (prefixes) =>
    refs.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix))),
  );
}

describe("resolveSource", () => {
  it.each<[Partial<GitSource>, string, string, string?]>([
    [{}, "1", "main"],
    [{ ref: "v2" }, "6", "v2"],
    [{ ref: "v1" }, "4", "v1"],
    [{ ref: "refs/tags/v1" }, "5", "v1"],
    [{ ref: "refs/tags/v2" }, "6", "v2"],
    [{ ref: "refs/pull/12/head" }, "7", "refs/pull/12/head"],
    [{ ref: "3333333" }, "3", "feature/pdf"],
    [{ refPath: "main" }, "1", "main"],
    [{ refPath: "main/skills/pdf" }, "1", "main", "skills/pdf"],
    [{ refPath: "HEAD/skills" }, "1", "main", "skills"],
    [{ refPath: "feature/pdf/skills" }, "3", "feature/pdf", "skills"],
    [{ refPath: "feature/pd/skills" }, "2", "feature", "pd/skills"],
    [{ refPath: "v1/a" }, "4", "v1", "a"],
    [{ refPath: "refs/tags/v1/a" }, "5", "refs/tags/v1", "a"],
    [{ refPath: "refs/heads/feature/pdf/a" }, "3", "feature/pdf", "a"],
    [{ refPath: `${idOf("9")}/a` }, "9", idOf("9"), "a"],
  ])("finds %j", async (part, digit, ref, path) => {
    expect(await resolve(part)).toEqual({ id: idOf(digit), ref, ...(path !== undefined && { path }) });
  });

  it("names near ones when there is none", async () => {
    const failure = { code: "ref-missing", ref: "mian", near: ["main"] };
    await expect(resolve({ refPath: "mian/skills" })).rejects.toMatchObject({ failure });
    await expect(resolve({ ref: "mian" })).rejects.toMatchObject({ failure });
  });
});

it.each([
  ["1.0", ["main", "v1.0", "v1.0-beta", "v7.3"], ["v1.0", "v1.0-beta"]],
  ["Main", ["main", "maintenance"], ["main", "maintenance"]],
  ["mian", ["main", "release"], ["main"]],
  ["develop", ["main", "dev"], ["dev"]],
  ["x", ["main"], []],
])("what may be meant by %s among %j", (wanted, names, expected) => {
  expect(nearNames(wanted, names)).toEqual(expected);
});
