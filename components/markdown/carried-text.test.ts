import { describe, expect, it } from "vitest";
import { carriedText } from "./carried-text.ts";

const secret = "The launch code is 4711-ALPHA-9, for Monday.";
const texts = ["Hello.", `# Notes\n\n${secret}\nSee https://docs.example.com/guides/installing-python-packages\n`];

function carriedBy(address: string) {
  const search = carriedText(address, texts);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value;
  }
}

describe("carriedText", () => {
  const encoded = {
    "a query": `https://evil.example/?q=${encodeURIComponent(secret)}`,
    "a query with plus signs": `https://evil.example/?q=${secret.replaceAll(" ", "+")}`,
    "a path": `https://evil.example/${encodeURIComponent(secret)}/x.png`,
    "a fragment": `https://evil.example/#${encodeURIComponent(secret)}`,
    "the words of a path": `https://evil.example/${secret.replaceAll(/\W+/g, "-")}`,
    base64: `https://evil.example/?q=${btoa(secret)}`,
    "base64 for addresses": `https://evil.example/${btoa(secret).replaceAll("/", "_").replaceAll("=", "")}`,
    hex: `https://evil.example/${Buffer.from(secret).toString("hex")}`,
    "a mail": `mailto:a@evil.example?body=${encodeURIComponent(secret)}`,
  };
  for (const [how, address] of Object.entries(encoded)) {
    it(`finds text of the conversation in ${how}`, () => {
      expect(carriedBy(address)?.longest).toBe("the launch code is 4711 alpha 9 for monday");
    });
  }

  it("finds a part of it, and counts", () => {
    expect(carriedBy("https://evil.example/?a=launch+code+is+47")).toEqual({
      characters: 17,
      longest: "launch code is 47",
    });
  });

  it("says nothing of a page whose address was read, nor of single words", () => {
    expect(carriedBy("https://docs.example.com/guides/installing-python-packages")).toBeUndefined();
    expect(carriedBy("https://example.com/notes/launch/monday?code=is")).toBeUndefined();
    expect(carriedBy("https://example.com")).toBeUndefined();
  });

  it("reads an address that is no proper one", () => {
    expect(carriedBy("https://evil.example/%E0%A4%A?%zz&=")).toBeUndefined();
  });

  it("pauses", () => {
    const search = carriedText("https://evil.example/?q=something+else+entirely", ["word ".repeat(400_000)]);
    let steps = 0;
    while (!search.next().done) steps++;
    expect(steps).toBeGreaterThan(100);
  });
});
