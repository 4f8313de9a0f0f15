/** What Codex writes around its list of skills (codex-rs/ext/skills, catalog_prompt.rs, September of 2026), verbatim. */
export const catalogHead = `<skills_instructions>
## Skills
A skill is a set of instructions provided through a \`SKILL.md\` source. Below is the list of skills that can be used. Each entry includes a name, description, and source locator. \`file\` locators are on the host filesystem, \`executor package\` locators are owned by their execution environment, \`orchestrator package\` locators are opaque package identifiers, and \`custom resource\` locators use their provider's access mechanism.
### Available skills
`;

export const catalogTail = `
### How to use skills
- Discovery: The list above is the skills available in this session (name + description + source locator). \`file\` entries live on the host filesystem, \`executor package\` and \`orchestrator package\` entries are accessed directly through \`skills.read\`, and \`custom resource\` entries use their provider's access mechanism.
- Trigger rules: If the user names a skill (with \`$SkillName\` or plain text) OR the task clearly matches a skill's description shown above, you must use that skill for that turn. Multiple mentions mean use them all. Do not carry skills across turns unless re-mentioned.
- Missing/blocked: If a named skill isn't in the list or its source can't be read, say so briefly and continue with the best fallback.
- How to use a skill (progressive disclosure):
  1) After deciding to use a skill, the main agent must read its \`SKILL.md\` completely before taking task actions. For a \`file\` entry, open the listed path. For an \`executor package\` or \`orchestrator package\`, pass the listed locator directly to \`skills.read\` as \`package\`; root aliases are resolved automatically. Omit \`resource\` to read \`SKILL.md\` directly without calling \`skills.list\`. If a read is paginated, follow \`next_cursor\` until EOF.
  2) When \`SKILL.md\` references another resource, use the same access mechanism. For executor and orchestrator skills, pass the complete package-contained resource identifier with the same package to \`skills.read\`; do not treat \`skill://\` identifiers as filesystem paths.
  3) If \`SKILL.md\` points to extra folders such as \`references/\`, use its routing instructions to identify the resources required for the task. The main agent must read each required instruction or reference file itself before acting on it. Do not delegate reading, summarizing, or interpreting skill instructions to a subagent. Subagents may still perform task work when the selected skill allows it.
  4) For filesystem-backed skills, prefer running or patching provided scripts instead of retyping large code blocks. For executor and orchestrator skills, use \`skills.read\` and the available tools; do not invent a local path.
  5) Reuse provided assets or templates through the same source access mechanism instead of recreating them.
- Coordination and sequencing:
  - If multiple skills apply, choose the minimal set that covers the request and state the order you'll use them.
  - Announce which skill(s) you're using and why (one short line). If you skip an obvious skill, say why.
- Context hygiene:
  - Progressive disclosure applies to selecting relevant files, not partially reading a selected instruction file. Do not load unrelated references, scripts, or assets.
  - Avoid deep reference-chasing: prefer opening only files directly linked from \`SKILL.md\` unless you're blocked.
  - When variants exist (frameworks, providers, domains), pick only the relevant reference file(s) and note that choice.
- Safety and fallback: If a skill can't be applied cleanly (missing files, unclear instructions), state the issue, pick the next-best approach, and continue.
</skills_instructions>`;
