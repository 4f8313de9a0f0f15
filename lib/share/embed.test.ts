import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { embedAddress, embedCode, embedViewOf, embedViews, withoutEmbed } from "./embed.ts";
import { isEmbedAddress } from "./embed-address.ts";
import { parseLink } from "./link.ts";
import { parseLinkQuery } from "./link-query.ts";

describe("an address that may be framed", () => {
  test.each([
    ["/gh/acme/skills", "?embed=1"],
    ["/gh/acme/skills@v1/docs", "?view=why&skill=pdf&embed=1"],
    ["/git/https%3A%2F%2Fgit.example%2Fa", "?embed=1"],
    ["/try/first-look", "?theme=dark&embed=1"],
    ["/report/gh/acme/skills", "?embed=1"],
    // An embed says why it shows nothing.
    ["/gh/acme", "?embed=1"],
  ])("%s%s is an embed", (path, search) => {
    expect(isEmbedAddress(path, search)).toBe(true);
  });

  test.each([
    ["/gh/acme/skills", ""],
    ["/gh/acme/skills", "?embed=0"],
    ["/gh/acme/skills", "?embed=true"],
    ["/gh/acme/skills", "?embed=0&embed=1"],
    ["/gh/acme/skills", "?Embed=1"],
    ["/gh/acme/skills", "?prompt=embed%3D1"],
    ["/", "?embed=1"],
    ["/gh", "?embed=1"],
    ["/gh/", "?embed=1"],
    ["/ghost/a/b", "?embed=1"],
    ["/guide", "?embed=1"],
    ["/class", "?embed=1"],
    ["/local/abc", "?embed=1"],
    ["/w/gh/acme/skills/01-a", "?embed=1"],
    ["/sign-in/openrouter", "?embed=1"],
    ["/report/local/abc", "?embed=1"],
    ["/report/report/gh/a/b", "?embed=1"],
    ["//gh/acme/skills", "?embed=1"],
  ])("%s%s is none", (path, search) => {
    expect(isEmbedAddress(path, search)).toBe(false);
  });

  test("whatever is written, the address without it is none, and is read as it was", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary-ascii", maxLength: 40 }),
      fc.constantFrom("界", "\ud800", "\u202e", "\u0000"),
    );
    const pairs = fc.array(
      fc.tuple(
        fc.constantFrom("embed", "view", "skill", "prompt", "theme", "off", "file"),
        fc.oneof(text, fc.constant("1")),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(pairs, text, (query, hash) => {
        const url = new URL(`https://lab.example/gh/acme/skills?${new URLSearchParams(query)}`);
        url.hash = hash;
        const outside = new URL(withoutEmbed(url), url.origin);
        expect(isEmbedAddress(outside.pathname, outside.search)).toBe(false);
        expect(outside.hash).toBe(url.hash);
        const { embed: _, theme: __, ...asked } = parseLinkQuery(url.search);
        expect(parseLink(outside.pathname, outside.search)).toEqual({
          source: { kind: "git", url: "https://github.com/acme/skills" },
          ...asked,
        });
      }),
    );
  });
});

describe("the view of an embed", () => {
  test("is the one that is asked for, of a report the report, otherwise the first", () => {
    for (const view of embedViews) expect(embedViewOf("/gh/a/b", { view })).toBe(view);
    expect(embedViewOf("/report/gh/a/b", { view: "chat" })).toBe("report");
    expect([embedViewOf("/gh/a/b", {}), embedViewOf("/gh/a/b", { view: "files" })]).toEqual(["skills", "skills"]);
  });
});

describe("a link as an embed", () => {
  const link =
    "https://lab.example/gh/a/b@v1?profile=keen&compare=keen,codex&skill=pdf&file=a.md&prompt=Hi&off=x#e1=abc";

  test("keeps what its view shows, and never what stands behind the #", () => {
    expect(embedAddress(link, { view: "chat", theme: "auto" })).toBe(
      "https://lab.example/gh/a/b@v1?profile=keen&skill=pdf&prompt=Hi&off=x&view=chat&theme=auto&embed=1",
    );
    expect(embedAddress(link, { view: "compare", theme: "dark" })).toBe(
      "https://lab.example/gh/a/b@v1?profile=keen&compare=keen,codex&skill=pdf&off=x&view=compare&theme=dark&embed=1",
    );
    expect(embedAddress(link, { view: "skills", theme: "light" })).not.toContain("prompt");
  });

  test("is what the server lets be framed", () => {
    for (const view of embedViews) {
      const { pathname, search } = new URL(embedAddress(link, { view, theme: "auto" }));
      expect(isEmbedAddress(pathname, search)).toBe(true);
      expect(embedViewOf(pathname, parseLinkQuery(search))).toBe(view);
    }
  });
});

describe("the code of an embed", () => {
  test("is one element without a script, in a sandbox", () => {
    expect(embedCode("https://lab.example/gh/a/b?view=why&embed=1", { title: "a/b", height: 520 })).toBe(
      '<iframe src="https://lab.example/gh/a/b?view=why&amp;embed=1" title="a/b" width="100%" height="520" style="border:0" ' +
        'loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>',
    );
  });

  test("stays one whatever a repository is called", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary-ascii", maxLength: 60 }),
      fc.constantFrom("界", "\ud800", "\u202e"),
    );
    fc.assert(
      fc.property(name, (title) => {
        const code = embedCode("https://lab.example/?a", { title: `"><script>${title}`, height: 1 });
        expect(code.slice(1).match(/[<>]/g)).toEqual([">", "<", ">"]);
        expect(code.match(/"/g)).toHaveLength(14);
      }),
    );
  });
});
