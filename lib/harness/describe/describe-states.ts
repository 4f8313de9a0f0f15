import { placeLabel } from "#lib/harness/discovery/roots.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { reloadsOn } from "#lib/harness/vocabulary/reload.ts";
import type { AllowList, StateLevels } from "#lib/harness/vocabulary/states.ts";

/** Which states there are, where they are kept, and when an edit of that file counts. */
export function describeStates(profile: Profile): readonly string[] {
  const { states } = profile;
  switch (states.kind) {
    case "none":
      return ["Every skill is always on."];
    case "switches":
      return [
        `On unless \`${placeLabel(states.file)}\` says false, under \`${states.key}\`.`,
        reloadsOn(profile, "message") ? readEveryTime : `${readAtStart} ${ownChange}`,
      ];
    case "levels":
      return describeLevels(states);
    case "allow-list":
      return describeAllowList(states);
    case "entries":
      return [
        `On unless an entry of \`[[${states.section}.${states.list}]]\` in \`${placeLabel(states.file)}\` says \`enabled = false\`.`,
        "An entry means one path or all of one name; the last that fits decides.",
        readAtStart,
      ];
  }
}

const readEveryTime = "The file is read every time, so an edit shows at once.";
const readAtStart = "Read at start only: an edit shows after a reload.";
const ownChange = "A change in the running harness shows at once.";

function describeLevels({ words, initial, files, key }: StateLevels): readonly string[] {
  return [
    `\`${words.off}\`: not to be used. \`${words.on}\`: may be invoked, the model is not told. \`${words.active}\`: the model is told.`,
    `\`${words[initial]}\` unless its frontmatter or a file says otherwise.`,
    `Kept under \`${key}\` in ${files.map((file) => `\`${placeLabel(file)}\``).join(" or ")}, the first wins skill by skill.`,
    `${readAtStart} ${ownChange}`,
  ];
}

function describeAllowList({ files, section, launchSwitch }: AllowList): readonly string[] {
  const [first, ...others] = files.map((file) => `\`${placeLabel(file)}\``);
  const over = others.length === 0 ? "" : `, laid over ${others.join(" and ")}`;
  return [
    `The section \`${section}\` of ${first}${over}: \`enabled\` is for all, \`allowed\` lists the names; no name allows all.`,
    `A section without \`enabled\` turns all skills off; without the section all are on.`,
    `Started with \`${launchSwitch}\`, it offers none.`,
    readAtStart,
  ];
}
