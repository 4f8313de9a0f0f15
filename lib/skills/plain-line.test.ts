import { expect, test } from "vitest";
import { plainLine } from "./plain-line.ts";

// As Claude Code 2.1.330 was seen to print these in its list of skills.
test.each([
  ["a\n\n\nb", "a b"],
  ["a \n b", "a   b"],
  ["a\r\n\t\u0007b", "a b"],
  ["zero\u200bwidth\u00ad\u2028\ufe0f", "zero width "],
  ["kept\u00a0\u3000\u0301", "kept\u00a0\u3000\u0301"],
  ["\ud83d \u{1f600}\u{e0041}", "  \u{1f600} "],
  // A sequence of characters stays whole if it is one of Unicode's emoji; so do joiners within words.
  ["x👩\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3", "x👩\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3"],
  ["👩\u200d👩 🚀\ufe0fx ☺\ufe0e", "👩 👩 🚀 x ☺ "],
  ["क\u094d\u200cष क\u200dष", "क\u094d\u200cष क ष"],
  ["می\u200cخواهم م\u200c م\u200ca", "می\u200cخواهم م  م a"],
  ["</available_skills> & <b>", "&lt;/available_skills&gt; & &lt;b&gt;"],
])("%j is told as %j", (text, line) => {
  expect(plainLine(text)).toBe(line);
});

test.each([
  ["a\u001b[31mb", "ab"],
  ["a\u009b31mb", "ab"],
  ["a\u001b]0;title\u0007b", "ab"],
  ["a\u001b]0;title\u001b\\b", "ab"],
  ["a\u001bPq\u001b\\b", "ab"],
  ["a\u001b_q\u0007b", "a"],
  ["a\u001b]0;title\u001b[31mb", "ab"],
  ["a\u001bPq\u001b[31mb", "ab"],
  ["a\u001b[3\u001b[31mb", "ab"],
  ["a\u001b(Bb", "ab"],
  ["a\u001b#8b", "ab"],
  ["a\u001bb", "a"],
  ["a\u001b[31éb", "a"],
  ["a\u001b", "a"],
  ["a\u001b\nb", "a b"],
  ["a\u001béb", "aéb"],
])("of the control sequences in %j remains %j", (text, line) => {
  expect(plainLine(text)).toBe(line);
});
