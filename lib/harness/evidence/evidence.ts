import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence, Profile } from "#lib/harness/vocabulary/profile.ts";
import { agentskillsEvidence } from "./agentskills.ts";
import { akCoderEvidence } from "./ak-coder.ts";
import { claudeCodeEvidence } from "./claude-code.ts";
import { clineEvidence } from "./cline.ts";
import { codexEvidence } from "./codex.ts";
import { copilotCliEvidence } from "./copilot-cli.ts";
import { geminiCliEvidence } from "./gemini-cli.ts";
import { gencodeEvidence } from "./gencode.ts";
import { keenEvidence } from "./keen.ts";
import { keenRfcEvidence } from "./keen-rfc.ts";
import { kiloEvidence } from "./kilo.ts";
import { kodeletEvidence } from "./kodelet.ts";
import { openCodeEvidence } from "./opencode.ts";
import { piEvidence } from "./pi.ts";
import { documented, notWritten, ofThisLab } from "./places.ts";
import { qwenCodeEvidence } from "./qwen-code.ts";
import { crushEvidence } from "./source/crush.ts";
import { gooseEvidence } from "./source/goose.ts";
import { kimiCliEvidence } from "./source/kimi-cli.ts";
import { mistralVibeEvidence } from "./source/mistral-vibe.ts";
import { rooCodeEvidence } from "./source/roo-code.ts";
import { vscodeCopilotEvidence } from "./source/vscode-copilot.ts";

const byHarness: Readonly<Record<string, readonly Evidence<RuleCode>[]>> = {
  "claude-code": claudeCodeEvidence,
  codex: codexEvidence,
  "copilot-cli": copilotCliEvidence,
  "gemini-cli": geminiCliEvidence,
  opencode: openCodeEvidence,
  kilo: kiloEvidence,
  cline: clineEvidence,
  pi: piEvidence,
  "qwen-code": qwenCodeEvidence,
  goose: gooseEvidence,
  "roo-code": rooCodeEvidence,
  "kimi-cli": kimiCliEvidence,
  "vscode-copilot": vscodeCopilotEvidence,
  "mistral-vibe": mistralVibeEvidence,
  crush: crushEvidence,
  agentskills: agentskillsEvidence,
  "ak-coder": akCoderEvidence,
  gencode: gencodeEvidence,
  keen: keenEvidence,
  "keen-rfc": keenRfcEvidence,
  kodelet: kodeletEvidence,
};

/**
 * Where a harness's rules are written down, and what its program does instead. Kept apart from the profile, because it is longer than the
 * rules and decides nothing: pages fetch it with the part that shows it.
 */
export function evidenceOf({ id, undocumented = [] }: Pick<Profile, "id" | "undocumented">): readonly Evidence[] {
  const documents = documented[id];
  if (documents) return [...documents, notWritten(undocumented), ofThisLab];
  return byHarness[id] ?? [];
}
