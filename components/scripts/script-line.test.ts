import { expect, it } from "vitest";
import { languageOf, lineOf, shellWord } from "./script-line.ts";

const line = (path: string, text = "") => {
  const language = languageOf(path, new TextEncoder().encode(text));
  return language && lineOf(path, language);
};

it.each([
  ["/workspace/scripts/a.sh", "", "bash /workspace/scripts/a.sh"],
  ["/workspace/a.mjs", "", "node /workspace/a.mjs"],
  ["/workspace/a.ts", "", "node /workspace/a.ts"],
  ["/workspace/a.py", "", "python3 /workspace/a.py"],
  ["/workspace/tool", "#!/usr/bin/env python3.12\n", "python3 /workspace/tool"],
  ["/workspace/tool", "#!/usr/bin/env node\n", "node /workspace/tool"],
  ["/workspace/tool", "#!/bin/sh\n", "bash /workspace/tool"],
  ["/workspace/my scripts/it's.sh", "", "bash '/workspace/my scripts/it'\\''s.sh'"],
  ["/workspace/types.d.ts", "", undefined],
  ["/workspace/README.md", "#!/bin/sh\n", undefined],
  ["/workspace/LICENSE", "MIT", undefined],
])("%s is run by its name or its first line", (path, text, wanted) => {
  expect(line(path, text)).toBe(wanted);
});

it("leaves nothing in a path for the shell to act on", () => {
  for (const path of ["/a;b", "/$(id)", "/`id`", "/a\nb", "/~", "/a*"]) expect(shellWord(path)).toBe(`'${path}'`);
});
