import { describe, expect, test } from "vitest";
import { isGitCommand } from "./git-command.ts";
import { packet } from "./relay-fixture.ts";

const id = "a".repeat(40);

/** One packet per line; `0000` and `0001` unchanged. */
function command(...lines: readonly string[]): Buffer {
  return Buffer.concat(
    lines.map((line) => (/^000[01]$/.test(line) ? Buffer.from(line) : packet(Buffer.from(`${line}\n`, "latin1")))),
  );
}

describe("a command of git", () => {
  test.each([
    [
      "refs",
      command("command=ls-refs", "0001", "symrefs", "peel", "ref-prefix HEAD", "ref-prefix refs/heads/é", "0000"),
    ],
    [
      "objects",
      command(
        "command=fetch",
        "agent=skillground",
        "0001",
        "ofs-delta",
        "no-progress",
        `want ${id}`,
        "deepen 1",
        "filter blob:none",
        "done",
        "0000",
      ),
    ],
    ["many objects", command("command=fetch", "0001", ...Array(15_000).fill(`want ${id}`), "done", "0000")],
    ["wants of version 0", command(`want ${id} ofs-delta side-band-64k agent=skillground`, "deepen 1", "0000", "done")],
    [
      "wants of isomorphic-git",
      command(
        `want ${id} multi_ack_detailed no-done side-band-64k agent=git/isomorphic-git@1.44.11`,
        `want ${id}`,
        `shallow ${id}`,
        "deepen 1",
        "0000",
        `have ${id}`,
        "0000",
        "done",
      ),
    ],
  ])("asks for %s", (_, body) => {
    expect(isGitCommand(body)).toBe(true);
  });
});

describe("no command of git", () => {
  test.each([
    ["nothing", Buffer.alloc(0)],
    ["a flush alone", command("0000")],
    ["junk", Buffer.alloc(900_000, "junk")],
    ["a command with junk behind it", Buffer.concat([command("command=ls-refs", "0000"), Buffer.from("junk")])],
    ["a command cut short", command("command=ls-refs", "0000").subarray(0, -2)],
    ["an unknown command", command("command=object-info", "0000")],
    ["an argument of another command", command("command=ls-refs", "0001", `want ${id}`, "0000")],
    ["a capability that carries something", command("command=fetch", `x-data=${id}`, "0001", "done", "0000")],
    ["a long name", command("command=ls-refs", "0001", `ref-prefix ${"x".repeat(300)}`, "0000")],
    ["a second command", command("command=ls-refs", "0000", "command=ls-refs", "0000")],
    ["wants without an end", command(`want ${id}`)],
    ["what no object is called by", command("want something", "0000", "done")],
    ["a push", command(`${id} ${id} refs/heads/main`, "0000")],
  ])("%s", (_, body) => {
    expect(isGitCommand(body)).toBe(false);
  });
});
