import type { Tree } from "./tree.ts";
import { callTrees } from "./trees/calls.ts";
import { contentTrees } from "./trees/content.ts";
import { modelTrees } from "./trees/models.ts";
import { placeTrees } from "./trees/places.ts";
import { pluginTrees } from "./trees/plugins.ts";
import { settingsTrees } from "./trees/settings.ts";

const all: readonly Tree[] = [
  ...contentTrees,
  ...placeTrees,
  ...callTrees,
  ...settingsTrees,
  ...pluginTrees,
  ...modelTrees,
];

/** The trees for a harness, each of which asks one thing. */
export function treesFor(id: string): readonly Tree[] {
  return all.filter(({ only }) => !only || only.includes(id));
}
