import { fileWords } from "#lib/harness/describe/describe-discovery.ts";
import type { FurtherFolders, Root } from "#lib/harness/vocabulary/discovery.ts";
import { placeLabel, type Scope } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Answer, type FeatureGroup, listed, no, yes } from "./feature.ts";

/** Where a harness looks for skills, and what it skips. */
export const placeFeatures: FeatureGroup = {
  id: "places",
  title: "Where it looks",
  features: [
    { id: "project-folders", title: "Folders of a project", rules: ["root"], answer: rootsIn("project") },
    { id: "home-folders", title: "Folders in the home folder", rules: ["root"], answer: rootsIn("home") },
    { id: "machine-folders", title: "Folders of the whole machine", rules: ["root"], answer: rootsIn("machine") },
    {
      id: "folders-above",
      subject: "further-folders",
      title: "Folders above the working folder",
      answer: foldersAbove,
    },
    {
      id: "folders-below",
      subject: "further-folders",
      title: "Folders below the working folder",
      rules: ["touched"],
      answer: alsoLooks("touched", "once a file there is read or changed"),
    },
    {
      id: "added-folders",
      subject: "further-folders",
      title: "Folders added to a session",
      answer: alsoLooks("added", "yes"),
    },
    { id: "plugins", subject: "plugins", title: "Plugins", rules: ["plugin"], answer: plugins },
    {
      id: "depth",
      subject: "depth",
      title: "How deep below such a folder",
      rules: ["depth", "inside-skill"],
      answer: depth,
    },
    { id: "file-name", title: "Name of the file", rules: ["file-name"], answer: fileName },
    {
      id: "linked-folders",
      subject: "links",
      title: "Links to folders are followed",
      rules: ["link"],
      answer: ({ scan }) => (scan.follows.folders ? yes : no),
    },
    {
      id: "linked-files",
      subject: "links",
      title: "Links to files are followed",
      rules: ["link"],
      answer: ({ scan }) => (scan.follows.files ? yes : no),
    },
    {
      id: "hidden-folders",
      subject: "depth",
      title: "Hidden folders count",
      rules: ["skipped-folder"],
      answer: ({ scan }) => (scan.skipHidden ? no : yes),
    },
    {
      id: "skipped-folders",
      subject: "depth",
      title: "Folders that are skipped",
      rules: ["skipped-folder"],
      answer: ({ scan }) => listed(scan.skipFolders),
    },
  ],
};

/** The roots that contain skills themselves, instead of plugins. */
function plainRoots(profile: Profile): readonly Root[] {
  return profile.roots.filter(({ path }) => !path.includes("*"));
}

function rootsIn(scope: Scope): (profile: Profile) => Answer {
  return (profile) =>
    listed(plainRoots(profile).flatMap((root) => (scopeOf(root) === scope ? [placeLabel(root)] : [])));
}

function scopeOf({ scope, path }: Root): Scope {
  return path.startsWith("/") ? "machine" : scope;
}

const reaches: Partial<Readonly<Record<FurtherFolders, string>>> = {
  above: "up to the one with `.git`",
  "above-to-home": "up to the one with `.git`, else to the home folder",
  "above-and-home": "up to the one with `.git`, else the home folder itself",
  "git-root": "only the one with `.git`",
  "above-to-top": "up to the one with `.git`, else to the top",
};

function foldersAbove({ roots }: Profile): Answer {
  const reach = roots.flatMap(({ alsoIn = [] }) => alsoIn.flatMap((one) => reaches[one] ?? [])).at(0);
  return reach === undefined ? no : { text: reach, is: "yes" };
}

function alsoLooks(where: FurtherFolders, text: string): (profile: Profile) => Answer {
  return ({ roots }) => (roots.some(({ alsoIn }) => alsoIn?.includes(where)) ? { text, is: "yes" } : no);
}

function plugins({ plugins: rules, roots }: Profile): Answer {
  if (rules) return { text: `installed below \`${placeLabel(rules.home)}\``, is: "yes" };
  const folders = roots.filter(({ path }) => path.includes("*")).map(placeLabel);
  return folders.length === 0 ? no : { ...listed(folders), is: "yes" };
}

function depth({ scan: { depth: kind, maxDepth, stopsAtSkill } }: Profile): Answer {
  if (kind === "one-level") return { text: "one folder" };
  const far = maxDepth === undefined ? "any depth" : `up to ${maxDepth} folders`;
  return { text: stopsAtSkill ? `${far}, not inside a skill` : far };
}

function fileName({ scan }: Profile): Answer {
  return { text: fileWords(scan.fileName).replace(/,$/, "") };
}
