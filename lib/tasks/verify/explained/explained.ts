import type { Difference } from "../compare.ts";
import type { Tree } from "../tree.ts";
import { ofClaudeCode } from "./claude-code.ts";
import { ofCodex } from "./codex.ts";
import { ofGeminiCli } from "./gemini-cli.ts";
import { ofOpenCode } from "./opencode.ts";
import { ofOthers } from "./others.ts";
import { ofQwenCode } from "./qwen-code.ts";
import type { Explanation, TellOurs } from "./rule.ts";

const rules = [...ofClaudeCode, ...ofOpenCode, ...ofGeminiCli, ...ofCodex, ...ofQwenCode, ...ofOthers];

/** The reason of a difference; `undefined` if nobody has written one down. */
export function explanationOf(
  program: string,
  tree: Tree,
  difference: Difference,
  tellOurs: TellOurs,
): Explanation | undefined {
  return rules.find((rule) => rule.programs.includes(program) && rule.fits(difference, tree, tellOurs));
}
