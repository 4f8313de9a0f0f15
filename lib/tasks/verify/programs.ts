import type { Program } from "./program.ts";
import { claudeCode } from "./programs/claude-code.ts";
import { cline } from "./programs/cline.ts";
import { codex } from "./programs/codex.ts";
import { copilotCli } from "./programs/copilot-cli.ts";
import { geminiCli } from "./programs/gemini-cli.ts";
import { kilo } from "./programs/kilo.ts";
import { openCode } from "./programs/opencode.ts";
import { pi } from "./programs/pi.ts";
import { qwenCode } from "./programs/qwen-code.ts";

/** All programs that can be compared. */
export const programs: readonly Program[] = [
  claudeCode,
  codex,
  geminiCli,
  copilotCli,
  qwenCode,
  openCode,
  kilo,
  cline,
  pi,
];
