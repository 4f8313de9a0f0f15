import { describe, expect, it } from "vitest";
import { markdownLimits, refusalOf } from "./markdown-limits.ts";
import type { MarkdownPiece } from "./markdown-pieces.ts";
import { parseMarkdown } from "./parse-markdown.ts";

function piecesOf(text: string, showsHtml = false): readonly MarkdownPiece[] {
  const reply = parseMarkdown({ text, showsHtml });
  if ("refused" in reply) throw new Error(`Refused: ${reply.refused.kind}`);
  return reply.pieces.map((json) => JSON.parse(json) as MarkdownPiece);
}

function table(columns: number): string {
  return ["|a", "|-", "|b"].map((cell) => `${cell.repeat(columns)}|`).join("\n");
}

function refusalOfParsing(text: string) {
  const reply = parseMarkdown({ text, showsHtml: true });
  return "refused" in reply ? reply.refused.kind : undefined;
}

describe("refusalOf", () => {
  const refused = {
    "1,500 items in one another": [`${"- ".repeat(1500)}a`, "deep"],
    "6,000 quotes in one another": [">".repeat(6000), "deep"],
    "quotes in items in one another": ["> - ".repeat(40), "deep"],
    "numbered items in one another": [`${"1. ".repeat(60)}a`, "deep"],
    "a deep line far below": [`${"a\n".repeat(5000)}${"> ".repeat(60)}`, "deep"],
    "a text that is too long": ["a".repeat(markdownLimits.length + 1), "long"],
  } as const;
  for (const [name, [text, kind]] of Object.entries(refused)) {
    it(`refuses ${name} before parsing`, () => expect(refusalOf(text)).toEqual({ kind }));
  }

  it("lets through what people write", () => {
    for (const text of ["", "- a\n  - b\n", "> > > a", "- ".repeat(60), "* * *", "-".repeat(200), "\n".repeat(9999)]) {
      expect(refusalOf(text), text.slice(0, 20)).toBeUndefined();
    }
  });

  it("takes one pass", { timeout: 60_000 }, () => {
    for (const line of ["> a\n", " ", "\t", "- - -", "1. ", ">", "-"]) {
      refusalOf(line.repeat(Math.floor(markdownLimits.length / line.length)));
    }
  });
});

describe("parseMarkdown", () => {
  it("refuses what is nested deeper than a page is drawn, however it is written", () => {
    const list = Array.from({ length: 90 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n");
    expect(refusalOf(list)).toBeUndefined();
    expect(refusalOfParsing(list)).toBe("deep");
    // The check in advance refuses it; without that check it overflows the stack.
    expect(refusalOfParsing(">".repeat(6000))).toBe("crashed");
  });

  it("refuses more parts than a page is drawn from", () => {
    expect(refusalOfParsing(table(10_000))).toBe("many");
  });

  it("cuts a long list into pieces that go on counting", () => {
    const pieces = piecesOf(Array.from({ length: 1000 }, (_, index) => `${index + 5}. item`).join("\n"));
    expect(pieces.length).toBeGreaterThan(5);
    const lists = pieces.flatMap((piece) => (piece.kind === "tree" ? piece.children : []));
    const items = lists.map((list) => ({
      start: list.type === "element" ? list.properties.start : undefined,
      count: list.type === "element" ? list.children.filter((child) => child.type === "element").length : 0,
    }));
    expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
    expect(items[1]?.start).toBe(5 + (items[0]?.count ?? 0));
  });

  it("gives a paragraph of too many parts as it is written, and draws the rest", () => {
    const heavy = "*a* ".repeat(2000).trim();
    const [before, text, after] = piecesOf(`# Title\n\n${heavy}\n\nend`);
    expect([before?.kind, after?.kind]).toEqual(["tree", "tree"]);
    expect(text).toEqual({ kind: "text", text: heavy });
  });

  it("does so for a table of 4,000 columns", () => {
    expect(piecesOf(table(4000)).map(({ kind }) => kind)).toEqual(["text"]);
  });

  it("drops HTML, or shows it as the text it is", () => {
    const text = "a <b onclick=x>b</b> c\n\n<script>x</script>\n\n<!-- hidden -->";
    expect(JSON.stringify(piecesOf(text))).not.toMatch(/script|onclick|hidden/);
    const shown = JSON.stringify(piecesOf(text, true));
    for (const html of ["<b onclick=x>", "<script>x</script>", "<!-- hidden -->"]) expect(shown).toContain(html);
  });

  it("breaks a line of a table's cell where HTML does", () => {
    const shown = JSON.stringify(piecesOf("|a|\n|-|\n|b<br>c<br />d|", true));
    expect(shown.match(/"tagName":"br"/g)).toHaveLength(2);
    expect(shown).not.toContain("<br");
  });

  it("leaves no address that runs", () => {
    expect(JSON.stringify(piecesOf("[a](javascript:alert(1)) ![b](data:text/html,x)"))).not.toMatch(/javascript|data:/);
  });
});

describe("formulas", () => {
  const formula = { tagName: "code", properties: { className: ["language-math"] } };

  it("stand between double dollars, in a line and as blocks, and in blocks of math", () => {
    const [inLine] = piecesOf("It is $$a_1 * b_1$$ here.");
    expect(inLine).toMatchObject({
      children: [{ children: [{}, { ...formula, children: [{ value: "a_1 * b_1" }] }, {}] }],
    });
    for (const block of ["$$\na_1\n$$", "```math\na_1\n```"]) {
      const [piece] = piecesOf(block);
      expect(piece).toMatchObject({ children: [{ tagName: "pre", children: [formula] }] });
    }
  });

  it("do not begin at a dollar alone, which is money", () => {
    const text = "From $5 to $10, and `$HOME` is $HOME.";
    expect(JSON.stringify(piecesOf(text))).not.toContain("language-math");
  });
});

describe("diagrams", () => {
  it("are those whose fence has ended: half of one is text", () => {
    const drawn = (text: string) => JSON.stringify(piecesOf(text)).includes("language-mermaid");
    const whole = "```mermaid\ngraph TD\n  a-->b\n```";
    for (const text of [
      whole,
      `${whole}\n`,
      `${whole}\n\nMore.`,
      `> ${whole.replaceAll("\n", "\n> ")}`,
      "~~~mermaid\na\n~~~~",
    ])
      expect(drawn(text), text).toBe(true);
    for (const text of [
      whole.slice(0, -1),
      whole.slice(0, -4),
      "```mermaid",
      `${whole}\n\n- a\n  ${"```mermaid\n  b"}`,
    ])
      expect(JSON.stringify(piecesOf(text)), text).toContain("language-text");
  });
});
