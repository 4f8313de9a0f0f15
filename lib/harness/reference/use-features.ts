import { describeReload } from "#lib/harness/describe/describe-profile.ts";
import { firstNumber } from "#lib/harness/invocation/substitution.ts";
import type { SkillPart } from "#lib/harness/vocabulary/activation.ts";
import { placeLabel } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Answer, type FeatureGroup, no } from "./feature.ts";

/** How skills are used, turned on and off, and looked for again. */
export const useFeatures: FeatureGroup = {
  id: "use",
  title: "How skills are used",
  features: [
    { id: "by-model", subject: "by-model", title: "The model gets one by", rules: ["by-model"], answer: byModel },
    { id: "by-person", subject: "by-person", title: "A person calls one by", rules: ["by-person"], answer: byPerson },
    { id: "sent", subject: "sent", title: "What is sent then", answer: sent },
    { id: "placeholders", subject: "sent", title: "Placeholders for arguments", answer: placeholders },
    { id: "unknown-slash", subject: "commands", title: "An unknown /command", answer: unknownSlash },
    { id: "switch", subject: "states", title: "On and off", rules: ["state", "feature"], answer: switchedBy },
    { id: "reload", title: "It looks at the disk again", answer: (profile) => ({ text: describeReload(profile) }) },
    {
      id: "shell-tool",
      subject: "tools",
      title: "Tool for commands",
      answer: ({ shellTool }) => ({ text: `\`${shellTool.name}\`` }),
    },
  ],
};

function byModel({ activation: { byModel: how }, readTools }: Profile): Answer {
  switch (how.kind) {
    case "tool":
      return { text: `calling \`${how.name}\`` };
    case "read-file":
      return { text: `reading its file with \`${readTools.read}\`` };
    case "none":
      return { text: "nothing: it has all of them" };
  }
}

function byPerson({ activation: { byUser } }: Profile): Answer {
  if (byUser.kind === "none") return no;
  const forms = byUser.kind === "mention" ? [byUser.sigil] : byUser.prefixes;
  return { text: forms.map((form) => `\`${form}name\``).join(" or "), is: "yes" };
}

const parts: Readonly<Record<SkillPart, string>> = {
  file: "the whole file, read again",
  "raw-file": "the whole file, read again",
  "fresh-body": "the text below the frontmatter, read again",
  "kept-body": "the text below the frontmatter, as loaded",
  "trimmed-kept-body": "the text below the frontmatter, as loaded",
};

function sent({ activation: { byUser } }: Profile): Answer {
  return { text: byUser.kind === "none" ? "nothing" : parts[byUser.content] };
}

function placeholders({ activation: { byUser }, substitution }: Profile): Answer {
  if (byUser.kind === "none" || substitution.kind === "none") return no;
  const base = firstNumber(substitution);
  return { text: `\`$ARGUMENTS\`, \`$${base}\` is the first`, is: "yes" };
}

function unknownSlash({ commands: { unknown } }: Profile): Answer {
  return { text: unknown === undefined ? "goes to the model" : "is refused" };
}

function switchedBy({ states }: Profile): Answer {
  switch (states.kind) {
    case "none":
      return no;
    case "switches":
      return { text: `\`${placeLabel(states.file)}\``, is: "yes" };
    case "entries":
      return { text: `\`${placeLabel(states.file)}\``, is: "yes" };
    case "levels":
    case "allow-list":
    case "off-list":
    case "off-patterns":
      return { text: states.files.map((file) => `\`${placeLabel(file)}\``).join(", "), is: "yes" };
  }
}
