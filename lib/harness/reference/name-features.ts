import type { Identity } from "#lib/harness/vocabulary/discovery.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Answer, type FeatureGroup, no } from "./feature.ts";

const sources: Readonly<Record<Identity["name"], string>> = {
  frontmatter: "its frontmatter",
  folder: "its folder",
  namespaced: "its frontmatter, after a namespace",
};

/** How a harness names a skill, and what happens if two have one name. */
export const nameFeatures: FeatureGroup = {
  id: "names",
  title: "What a skill is called",
  features: [
    { id: "name-from", title: "Its name comes from", answer: ({ identity }) => ({ text: sources[identity.name] }) },
    {
      id: "same-name",
      subject: "same-name",
      title: "Two of one name",
      rules: ["name-taken", "folder-taken"],
      answer: sameName,
    },
    { id: "same-file", subject: "same-name", title: "One file by two paths", rules: ["file-taken"], answer: sameFile },
    {
      id: "plugin-names",
      subject: "plugins",
      title: "A plugin’s name stands before it",
      rules: ["plugin"],
      answer: pluginNames,
    },
    {
      id: "longest-name",
      subject: "names",
      title: "Longest name",
      rules: ["name-length", "name-pattern", "name-with-plugin-length"],
      answer: longest,
    },
  ],
};

function sameName({ identity: { collisions } }: Profile): Answer {
  const collision = collisions.find(({ by }) => by !== "target");
  if (!collision) return { text: "both load", is: "yes" };
  return {
    text: `the ${collision.keeper === undefined ? "first" : "last path"} wins, ${collision.warning === undefined ? "silently" : "with a warning"}`,
    is: "part",
  };
}

function sameFile({ identity: { collisions } }: Profile): Answer {
  return { text: collisions.some(({ by }) => by === "target") ? "counts once" : "counts as two of one name" };
}

function pluginNames({ identity: { name, manifests }, plugins, roots }: Profile): Answer {
  const hasPlugins = plugins !== undefined || roots.some(({ path }) => path.includes("*"));
  if (manifests) return { text: "where a manifest is in its folder or above", is: "yes" };
  return hasPlugins && name !== "frontmatter" ? { text: "`plugin:name`", is: "yes" } : no;
}

function longest({ identity: { longestWithPlugin }, frontmatter: { rulings } }: Profile): Answer {
  const limit = rulings["name-length"]?.limit;
  const pattern = rulings["name-pattern"];
  const limits = [
    ...(pattern ? [pattern.takes] : []),
    ...(limit === undefined ? [] : [`${limit} characters`]),
    ...(longestWithPlugin ? [`${longestWithPlugin.limit} with its plugin’s`] : []),
  ];
  return { text: limits.join(", ") || "no limit" };
}
