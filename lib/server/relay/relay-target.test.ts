import { describe, expect, test } from "vitest";
import type { FailureError } from "#lib/failure.ts";
import {
  parseAllowedOrigins,
  type RelayOperation,
  redirectTarget,
  relayTarget,
  repositoryUrl,
} from "./relay-target.ts";

const none: ReadonlySet<string> = new Set();
const refs = "/info/refs?service=git-upload-pack";
const pack = "/git-upload-pack";

function target(address: string, operation: RelayOperation = "advertise", allowed = none) {
  return relayTarget(new URL(`https://lab.example/api/git/${address}`), operation, allowed);
}

function failure(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as FailureError).failure;
  }
}

describe("the address in the path", () => {
  test.each([
    [`github.com/acme/skills${refs}`, "https://github.com/acme/skills/info/refs?service=git-upload-pack"],
    [`GitHub.com:443/acme/skills.git${refs}`, "https://github.com/acme/skills.git/info/refs?service=git-upload-pack"],
    [`git.example.org/a/b/c/d.git${refs}`, "https://git.example.org/a/b/c/d.git/info/refs?service=git-upload-pack"],
    [`git.example.org/~me/caf%C3%A9${refs}`, "https://git.example.org/~me/caf%C3%A9/info/refs?service=git-upload-pack"],
  ])("%s reads %s", (address, url) => {
    expect(target(address)).toMatchObject({ url: new URL(url), operation: "advertise", trusted: false });
  });

  test("names the repository without suffixes", () => {
    expect(repositoryUrl(target(`github.com/acme/skills.git${refs}`))).toBe("https://github.com/acme/skills");
    expect(repositoryUrl(target(`github.com/acme/skills${pack}`, "exchange"))).toBe("https://github.com/acme/skills");
  });

  test.each([
    // Ports
    ...[
      "github.com:80",
      "github.com:22",
      "github.com:8443",
      "github.com:0",
      "github.com:99999",
      "github.com:",
      "github.com:4a",
    ],
    // User names, and invalid hosts
    ...[
      "me@github.com",
      "me:secret@github.com",
      "github.com%40evil.example",
      "%31%32%37.0.0.1%2F",
      "a b.example",
      "ex ample",
    ],
    ...[
      "",
      "%",
      "%00",
      "github.com%2Facme",
      "github.com%5C",
      "[::1",
      "[::1]]",
      "[fe80::1%25eth0]",
      "github.com?x",
      "bücher.example",
    ],
  ])("refuses the host %j", (host) => {
    expect(failure(() => target(`${host}/acme/skills${refs}`))).toMatchObject({ code: "host-refused" });
  });

  test.each([
    ...["", "/", "//acme/skills", "/acme//skills", "/acme/skills/", "/acme/..%2fskills", "/acme/%2e%2e%2fskills"],
    ...["/acme/a%2fb", "/acme/a%5cb", "/acme/%00", "/acme/a%0Ab", "/acme/a%0d%0aHost:b", "/acme/%7f", "/acme/%ff"],
    ...["/acme/%252e%252e", "/acme/a%3fb", "/acme/a%23b", "/acme/%", "/acme/me%40host"],
  ])("refuses the path %j", (path) => {
    expect(failure(() => target(`github.com${path}${refs}`))).toMatchObject({ code: "host-refused" });
  });

  test.each([
    ["advertise", "/info/refs"],
    ["advertise", "/info/refs?service=git-receive-pack"],
    ["advertise", "/info/refs?service=git-upload-pack&x=1"],
    ["advertise", "/info/refs?x=1&service=git-upload-pack"],
    ["advertise", "/info/refs?service=git-upload-pack%20"],
    ["advertise", "/git-upload-pack"],
    ["advertise", "/HEAD"],
    ["advertise", "/objects/info/packs"],
    ["advertise", "/info/refs/?service=git-upload-pack"],
    ["advertise", "/INFO/REFS?service=git-upload-pack"],
    ["exchange", "/git-upload-pack?x=1"],
    ["exchange", "/git-receive-pack"],
    ["exchange", "/info/refs?service=git-upload-pack"],
    ["exchange", "/git-upload-pack/"],
  ] as const)("refuses to %s with %s", (operation, tail) => {
    expect(failure(() => target(`github.com/acme/skills${tail}`, operation))).toMatchObject({ code: "host-refused" });
  });
});

describe("allowed origins", () => {
  const allowed = parseAllowedOrigins("http://127.0.0.1:4180, https://git.intra:8443,http://plain.intra");

  test.each([
    ["127.0.0.1:4180", "http://127.0.0.1:4180"],
    ["127.0.0.1%3A4180", "http://127.0.0.1:4180"],
    ["git.intra:8443", "https://git.intra:8443"],
    ["plain.intra", "http://plain.intra"],
  ])("%s takes the scheme of %s", (host, origin) => {
    const found = target(`${host}/a/b${refs}`, "advertise", allowed);
    expect([found.url.origin, found.trusted]).toEqual([origin, true]);
  });

  test.each(["127.0.0.1:4181", "localhost:4180", "[::1]:4180", "git.intra:8444", "plain.intra:8080"])(
    "%s is not among them",
    (host) => {
      expect(failure(() => target(`${host}/a/b${refs}`, "advertise", allowed))).toMatchObject({ code: "host-refused" });
    },
  );

  test("a host of the list on another port is an ordinary one", () => {
    expect(target(`git.intra/a/b${refs}`, "advertise", allowed).trusted).toBe(false);
  });

  test.each(["127.0.0.1:4180", "ftp://a.example", "https://a.example/path", "https://me@a.example", "*"])(
    "%s is no origin",
    (entry) => {
      expect(() => parseAllowedOrigins(entry)).toThrow("GIT_RELAY_ALLOW");
    },
  );

  test("an empty list allows none", () => {
    expect([parseAllowedOrigins(undefined).size, parseAllowedOrigins(" , ").size]).toEqual([0, 0]);
  });
});

describe("redirects", () => {
  const from = target(`github.com/acme/old${refs}`);

  test.each([
    [`https://github.com/acme/new${refs}`, "https://github.com/acme/new"],
    [`/acme/new.git${refs}`, "https://github.com/acme/new"],
    [`https://codeberg.org/acme/new${refs}`, "https://codeberg.org/acme/new"],
  ])("to %s lead to %s", (location, repository) => {
    expect(repositoryUrl(redirectTarget(from, location, none))).toBe(repository);
  });

  test.each([
    `http://github.com/acme/new${refs}`,
    `https://github.com:8443/acme/new${refs}`,
    `https://me:secret@github.com/acme/new${refs}`,
    "https://github.com/acme/new/info/refs?service=git-receive-pack",
    "https://github.com/acme/new/info/refs",
    `file:///etc${refs}`,
    "https://",
  ])("to %s are refused", (location) => {
    expect(failure(() => redirectTarget(from, location, none))).toMatchObject({ code: "host-refused" });
  });

  test("to a sign-in page mean that the repository is private or missing", () => {
    const failed = failure(() => redirectTarget(from, "https://github.com/login?return_to=/acme/old", none));
    expect(failed).toEqual({ code: "repository-missing", url: "https://github.com/acme/old" });
  });
});
