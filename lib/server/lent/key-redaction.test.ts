import { describe, expect, test } from "vitest";
import { withoutKey } from "./key-redaction.ts";

const key = "sk-proj-AbC1+de/fG2h_Ij3=kL4mN5oP6qR7-wxyz";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");
const escapedAll = (form: (code: string) => string) =>
  [...key].map((letter) => form(letter.charCodeAt(0).toString(16).padStart(2, "0"))).join("");

describe("a key is taken out of a provider's words", () => {
  test.each([
    ["as it is", key],
    ["twice", `${key} and ${key}`],
    ["percent-encoded", encodeURIComponent(key)],
    ["percent-encoded throughout, in small letters", escapedAll((code) => `%${code}`)],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(key))],
    ["as JSON in JSON", JSON.stringify(JSON.stringify(`a ${key}`)).replaceAll("/", "\\/")],
    ["in \\u escapes", escapedAll((code) => `\\u00${code}`)],
    ["in \\x escapes", escapedAll((code) => `\\x${code}`)],
    ["in HTML's references", escapedAll((code) => `&#x${code};`)],
    ["in base64", base64(key)],
    ["in base64 behind a byte", base64(`:${key}`)],
    ["in base64 behind two", base64(`a:${key}`)],
    ["in base64 of a header", base64(`authorization: Bearer ${key}\r\n`)],
    ["in base64 for addresses", Buffer.from(`Bearer ${key}`).toString("base64url")],
    ["in hexadecimal", hex(key).toUpperCase()],
    ["masked with an ellipsis", `${key.slice(0, 5)}…${key.slice(-4)}`],
    ["masked with dots", `${key.slice(0, 7)}...${key.slice(-4)}`],
    ["masked with asterisks", `${key.slice(0, 8)}${"*".repeat(24)}${key.slice(-4)}`],
    ["masked but for its beginning", `${key.slice(0, 12)}****`],
    ["masked but for its end", `****${key.slice(-4)}`],
    ["masked with bullets", `${key.slice(0, 3)}••••${key.slice(-3)}`],
    ["masked with crosses", `${key.slice(0, 8)}xxxxxxxx${key.slice(-4)}`],
    ["masked in words", `${key.slice(0, 8)}[redacted]${key.slice(-4)}`],
    ["named by its end", `ending in ${key.slice(-4)}`],
    ["backwards", [...key].reverse().join("")],
    ["backwards in part", [...key].reverse().join("").slice(5, 25)],
    ["spaced out", [...key].join(" ")],
    ["spaced out over lines", [...key].join("\n  ")],
    ["spaced out and backwards", [...key].reverse().join(" ")],
    ["cut short", `${key.slice(0, 20)}`],
    ["without its beginning", key.slice(10)],
  ])("%s", (_, form) => {
    const text = withoutKey(`Incorrect API key provided: ${form}. See the account page.`, key);
    expect(text).toMatch(/^Incorrect API key provided: .*…/);
    expect(text).toMatch(/See the account page\.$/);
    for (const secret of [key, key.slice(-4), key.slice(8, 16), base64(key).slice(8, 20), hex(key).slice(16, 40)])
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  });

  test("and the rest of the words stays", () => {
    for (const text of [
      "The model gpt-9 does not exist... or you have no access to it.",
      "Rate limit reached for project proj_abc: 3 requests a minute, **slow down**.",
      "prompt: tokens 1024 > 512",
      "S T O P and w a i t a m o m e n t, 1 2 3 4 5 6 7 8 9",
    ])
      expect(withoutKey(text, key)).toBe(text);
  });

  test("is taken out when it is short, too, and an empty one changes nothing", () => {
    expect(withoutKey("bad key abc", "abc")).toBe("bad key …");
    expect(withoutKey("nothing", "")).toBe("nothing");
  });
});

test.each(["x", "x ", "\\", "%25", "…", "sk-proj-", "a*", "ending in "])(
  "a message of nothing but %j is read in no time",
  (piece) => {
    const start = performance.now();
    withoutKey(piece.repeat(50_000), key);
    expect(performance.now() - start).toBeLessThan(3000);
  },
);

test("a long message of a provider is shortened, after the key was taken out", () => {
  const text = withoutKey(`${"a ".repeat(490)}${key} and ${"b".repeat(100_000)}`, key);
  expect(text.length).toBeLessThanOrEqual(1001);
  expect(text).not.toContain("sk-proj");
});
