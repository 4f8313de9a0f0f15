import { agentSkills } from "./profiles/agentskills.ts";
import { akCoder } from "./profiles/ak-coder.ts";
import { claudeCode } from "./profiles/claude-code.ts";
import { cline } from "./profiles/cline.ts";
import { codex } from "./profiles/codex.ts";
import { copilotCli } from "./profiles/copilot-cli.ts";
import { geminiCli } from "./profiles/gemini-cli.ts";
import { genCode } from "./profiles/gencode.ts";
import { keen } from "./profiles/keen.ts";
import { keenRfc } from "./profiles/keen-rfc.ts";
import { kilo } from "./profiles/kilo.ts";
import { kodelet } from "./profiles/kodelet.ts";
import { openCode } from "./profiles/opencode.ts";
import { pi } from "./profiles/pi.ts";
import { amp } from "./profiles/places/amp.ts";
import { antigravity } from "./profiles/places/antigravity.ts";
import { cursor } from "./profiles/places/cursor.ts";
import { factory } from "./profiles/places/factory.ts";
import { junie } from "./profiles/places/junie.ts";
import { kiro } from "./profiles/places/kiro.ts";
import { windsurf } from "./profiles/places/windsurf.ts";
import { qwenCode } from "./profiles/qwen-code.ts";
import { crush } from "./profiles/source/crush.ts";
import { goose } from "./profiles/source/goose.ts";
import { kimiCli } from "./profiles/source/kimi-cli.ts";
import { mistralVibe } from "./profiles/source/mistral-vibe.ts";
import { rooCode } from "./profiles/source/roo-code.ts";
import { vscodeCopilot } from "./profiles/source/vscode-copilot.ts";
import type { Profile } from "./vocabulary/profile.ts";

/** Every harness, in the order in which a person chooses from them. */
export const profiles: readonly Profile[] = [
  keen,
  keenRfc,
  genCode,
  akCoder,
  kodelet,
  claudeCode,
  codex,
  geminiCli,
  copilotCli,
  qwenCode,
  openCode,
  kilo,
  cline,
  pi,
  vscodeCopilot,
  goose,
  mistralVibe,
  crush,
  rooCode,
  kimiCli,
  cursor,
  windsurf,
  amp,
  factory,
  kiro,
  antigravity,
  junie,
  agentSkills,
];

/** Used if nobody chose a harness, and the repository was not made for one: the open standard. */
export const defaultProfile: Profile = agentSkills;

/** The profile of this id; the default if there is none, as in a link from a newer version. */
export function profileById(id: string): Profile {
  return profiles.find((profile) => profile.id === id) ?? defaultProfile;
}
