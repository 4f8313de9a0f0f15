import { expect, test, vi } from "vitest";
import { type Failure, type FailureCode, failureOf } from "./failure.ts";
import { failureParts, failureText, missingText } from "./failure-text.ts";
import { spacedCode } from "./room/room-code.ts";

/** One example of each code; a new code must be added here before this compiles. */
const examples: { readonly [C in FailureCode]: Extract<Failure, { code: C }> } = {
  "source-unreadable": { code: "source-unreadable", text: "hello there" },
  "host-unknown": { code: "host-unknown", host: "git.example.org" },
  "host-refused": { code: "host-refused", host: "git.example.org", reason: "it is not on the public internet" },
  "token-refused": { code: "token-refused", url: "https://github.com/acme/skills" },
  "repository-missing": { code: "repository-missing", url: "https://github.com/acme/skills" },
  "repository-empty": { code: "repository-empty", url: "https://github.com/acme/skills" },
  "format-unknown": { code: "format-unknown", url: "https://github.com/acme/skills", format: "sha256" },
  "ref-missing": { code: "ref-missing", ref: "mian", near: ["main", "maint"] },
  "path-missing": { code: "path-missing", path: "skills/pdf" },
  "not-git": { code: "not-git", url: "https://example.org/page" },
  "rate-limited": { code: "rate-limited", host: "github.com" },
  "server-error": { code: "server-error", host: "github.com", status: 503 },
  "network-cut": { code: "network-cut", host: "github.com" },
  "report-refused": { code: "report-refused", why: "large" },
  "pack-damaged": { code: "pack-damaged", detail: "object 1234abc is missing" },
  "too-many-files": { code: "too-many-files", limit: 20_000 },
  "too-large": { code: "too-large", limit: 25 * 1024 * 1024, path: "model.bin" },
  "too-many-refs": { code: "too-many-refs", url: "https://github.com/acme/skills", limit: 16 * 1024 * 1024 },
  "too-deep": { code: "too-deep", limit: 64, path: "a/b" },
  "name-refused": { code: "name-refused", path: "CON", reason: "Windows reserves it" },
  "upload-empty": { code: "upload-empty" },
  "upload-unreadable": { code: "upload-unreadable", path: "a/SKILL.md" },
  "archive-damaged": { code: "archive-damaged", name: "skills.zip", detail: "it ends too early" },
  "sample-missing": { code: "sample-missing", sample: "pdf-tools" },
  "lesson-missing": { code: "lesson-missing", lesson: "09-none", label: "acme/workshop", lessons: ["01-first"] },
  "quota-exceeded": { code: "quota-exceeded", needed: 3 * 1024 * 1024 },
  "storage-missing": { code: "storage-missing" },
  "storage-failed": { code: "storage-failed", detail: "the database is closing" },
  "storage-newer": { code: "storage-newer" },
  "passphrase-wrong": { code: "passphrase-wrong" },
  "encryption-missing": { code: "encryption-missing" },
  "storage-gone": { code: "storage-gone" },
  "record-damaged": { code: "record-damaged" },
  "link-refused": { code: "link-refused", link: "/gh/acme", reason: "a repository's name is missing" },
  "workspace-missing": { code: "workspace-missing" },
  "file-not-written": { code: "file-not-written", path: "skills/a.md" },
  "base-damaged": { code: "base-damaged", label: "acme/skills" },
  "files-pending": { code: "files-pending", label: "greet", count: 3 },
  "files-lost": { code: "files-lost", label: "greet" },
  "conversation-file-refused": { code: "conversation-file-refused", name: "a.json", reason: "it is damaged" },
  "workspace-file-refused": { code: "workspace-file-refused", name: "a.zip", reason: "it holds no manifest" },
  "model-key-missing": { code: "model-key-missing", provider: "Anthropic" },
  "model-key-refused": { code: "model-key-refused", provider: "Anthropic" },
  "model-rate-limited": { code: "model-rate-limited", provider: "api.example", said: "Slow down" },
  "model-busy": { code: "model-busy", provider: "api.example", said: "Overloaded" },
  "model-refused": { code: "model-refused", provider: "api.example", status: 404, said: "There is no model x" },
  "model-cut": { code: "model-cut", provider: "api.example" },
  "model-unfinished": { code: "model-unfinished", provider: "api.example", why: "length" },
  "model-unreachable": { code: "model-unreachable", provider: "Anthropic" },
  "model-page": { code: "model-page", provider: "api.example" },
  "model-redirected": { code: "model-redirected", provider: "api.example" },
  "model-blocked": { code: "model-blocked", provider: "llm.example", origins: ["https://api.example"] },
  "model-failed": { code: "model-failed", provider: "Anthropic", detail: "overloaded" },
  "model-unlisted": { code: "model-unlisted", provider: "llm.example", detail: "its answer is not JSON" },
  "model-absent": { code: "model-absent", provider: "this browser", detail: "it has none" },
  "model-too-long": { code: "model-too-long", provider: "Anthropic" },
  "room-missing": { code: "room-missing", room: "BCDFGH" },
  "room-closed": { code: "room-closed", room: "BCDFGH" },
  "room-removed": { code: "room-removed", room: "BCDFGH" },
  "room-other": { code: "room-other", room: "BCDFGH" },
  "room-locked": { code: "room-locked", room: "BCDFGH" },
  "room-full": { code: "room-full", room: "BCDFGH", limit: 120 },
  "rooms-off": { code: "rooms-off" },
  "rooms-full": { code: "rooms-full" },
  "room-rate-limited": { code: "room-rate-limited", why: "guesses", retryAfter: 40 },
  "room-refused": { code: "room-refused", reason: "it is no JSON" },
  "room-unreachable": { code: "room-unreachable" },
  cancelled: { code: "cancelled" },
};

/** The forms in which a value may appear in a sentence. */
function spellings(key: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => spellings(key, one));
  if (key === "limit" || key === "needed")
    return [`${Number(value) / 1024 ** 2} MB`, Number(value).toLocaleString("en")];
  if (key === "room") return [spacedCode(String(value))];
  return [String(value).replace(/^https:\/\//, "")];
}

test.each(Object.values(examples))("$code is worded in whole sentences with all its data", (failure) => {
  const { title, what, safe, next } = failureParts(failure);
  expect(title).toMatch(/^[A-Z][^.!?]*$/);
  for (const sentence of [what, safe, next]) expect(sentence).toMatch(/^[A-Z“a-z].*[.?]$/);
  const text = failureText(failure);
  expect(text).toBe(`${what} ${safe} ${next}`);
  for (const [key, value] of Object.entries(failure).filter(([name]) => name !== "code" && name !== "why"))
    expect(spellings(key, value).some((spelling) => text.includes(spelling))).toBe(true);
});

test("a missing name is met with every near one", () => {
  expect(failureParts(examples["ref-missing"]).next).toBe("Did you mean “main” or “maint”?");
  expect(failureParts({ code: "ref-missing", ref: "x", near: [] }).next).toContain("default branch");
});

test("of many lessons some are named, and the others counted", () => {
  const lessons = Array.from({ length: 14 }, (_, at) => `lesson-${at}`);
  const { what } = failureParts({ code: "lesson-missing", lesson: "none", label: "acme/workshop", lessons });
  expect(what).toMatch(/ It has lesson-0, .*lesson-11, and 2 more\.$/);
});

test("what a model's failure says begins with a capital, or with the name of a host", () => {
  for (const failure of Object.values(examples)) {
    if (!("provider" in failure)) continue;
    for (const provider of ["this server", "this browser", "OpenAI"]) {
      const { title, what, safe, next } = failureParts({ ...failure, provider });
      for (const text of [title, what, safe, next]) expect(text).toMatch(/^[A-Z]/);
    }
    expect(failureText({ ...failure, provider: "api.example" })).not.toContain("Api.example");
  }
  const why = ["length", "withheld", "empty", "other"] as const;
  for (const each of why) {
    const { what } = failureParts({ code: "model-unfinished", provider: "this server", why: each });
    expect(what).toMatch(/^(This server|The answer of this server) /);
  }
});

test("a limit says when it ends, if the host said so", () => {
  const until = failureParts({ code: "rate-limited", host: "github.com", retryAt: "2026-03-01T12:05:00Z" }).next;
  expect(until).toMatch(/^Try again after .*\d:05.*\.$/);
  expect(failureParts(examples["rate-limited"]).next).toBe("Wait a few minutes, then try again.");
  expect(failureParts({ code: "rate-limited", host: "h", retryAt: "soon" }).next).toContain("a few minutes");
});

test("text from outside cannot take over the sentence", () => {
  const { what } = failureParts({ code: "source-unreadable", text: `a\n\n${"b".repeat(5000)}` });
  expect(what.length).toBeLessThan(250);
  expect(what).not.toContain("\n");
});

test.each(["own-computer", "marketplace-name", "no-repository", "loose-file"] as const)(
  "what is no source but a %s is told apart",
  (reason) => {
    const { what, next } = failureParts({ code: "source-unreadable", text: "x", reason });
    expect(what).toMatch(/^“x” (?:is|names) .*\.$/);
    expect(next).not.toBe(failureParts(examples["source-unreadable"]).next);
  },
);

test.each(["under way", "failed", "impossible"] as const)(
  "files that are missing are told with what is safe when fetching them is %s",
  (fetching) => {
    const text = missingText(["acme/skills", "greet"], fetching);
    expect(text).toMatch(/^The files of acme\/skills and greet are gone .*\bsaved\b.*\.$/);
  },
);

test("what a provider has said itself is quoted, with what can be done about its status", () => {
  const refused = failureText({ code: "model-refused", provider: "api.example", status: 403, said: "No access to x." });
  expect(refused).toContain(
    "api.example refused the request (status 403). It says: “No access to x.” The conversation",
  );
  expect(refused).toContain("choose another model or key");
  const plain = failureText({ code: "model-refused", provider: "api.example", status: 418 });
  expect(plain).toContain("api.example refused the request (status 418). ");
});

test.each(["length", "withheld", "empty", "steps", "other"] as const)(
  "an answer that ended early (%s) says so",
  (why) => {
    const { what, next } = failureParts({ code: "model-unfinished", provider: "api.example", why, steps: 12 });
    expect(what).toContain(why === "steps" ? "12 times" : "api.example");
    expect(next).toMatch({ withheld: /^Rephrase/, empty: /^Retry/ }[why as string] ?? /^Continue/);
  },
);

test("a part of the program that could not be fetched is a broken connection, and any other error a bug", () => {
  vi.stubGlobal("location", { host: "lab.example" });
  const unfetched = Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" });
  expect(failureOf(unfetched)).toEqual({ code: "network-cut", host: "lab.example" });
  expect(failureOf(new TypeError("Failed to load chunk"))).toBeUndefined();
  vi.unstubAllGlobals();
});
