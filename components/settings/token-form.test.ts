import { describe, expect, test } from "vitest";
import { readHost, tokenProblem } from "./token-form.tsx";

describe("the host of a token", () => {
  test.each([
    ["github.com", "github.com"],
    [" GIT.Example.org:8443 ", "git.example.org:8443"],
    ["https://github.com/acme/skills.git", "github.com"],
    ["", undefined],
    ["not a host", undefined],
    // The text before the @ is a secret that would be sent to another host than it seems.
    ["github.com:secret@evil.example", undefined],
  ])("%j is %s", (text, host) => {
    expect(readHost(text)).toBe(host);
  });
});

test("a token is what a header can carry", () => {
  expect(tokenProblem(" ghp_abc123 ")).toBeUndefined();
  expect(tokenProblem("")).toBe("Paste the token.");
  expect(tokenProblem("ghp_abc\n123")).toContain("no token has");
  expect(tokenProblem("“ghp”")).toContain("no token has");
});
