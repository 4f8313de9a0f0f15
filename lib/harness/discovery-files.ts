import { profiles } from "./profiles.ts";
import type { Root, Scan } from "./vocabulary/discovery.ts";
import type { Profile } from "./vocabulary/profile.ts";
import type { StateRules } from "./vocabulary/states.ts";

/**
 * Whether discovery of some harness may read the file at `path`, absolute or relative, before any skill is used: SKILL.md in any spelling,
 * and everything that profiles name (commands, manifests of plugins, settings, policies, ignore files). These files come first while a source is on its
 * way. Files behind a link, or named only by a plugin's manifest, are not foreseen.
 */
export function isReadInDiscovery(path: string): boolean {
  return readInDiscovery.test(path);
}

/** A misspelled SKILL.md is read as well: a person wants to see why it is not loaded. */
const readInDiscovery = new RegExp(
  `(?:^|/)(?:${[...new Set(["skill\\.md", ...profiles.flatMap(readBy)])].join("|")})$`,
  "i",
);

/** Patterns for the ends of paths. */
function readBy({
  scan,
  roots,
  addedRoots,
  startup,
  plugins,
  identity,
  states,
  frontmatter: { policyFile },
}: Profile): readonly string[] {
  const named = [
    ...roots.flatMap(({ manifest, named: naming, extensions }) =>
      [manifest, naming, extensions?.switches, extensions?.installed].flatMap((each) => each ?? []),
    ),
    ...(identity.manifests ?? []),
    ...(plugins?.marketplaces ?? []),
    ...(plugins?.manifests ?? []),
    ...(plugins?.registry === undefined ? [] : [plugins.registry]),
    ...(plugins?.markets === undefined ? [] : [plugins.markets.file]),
    ...(plugins?.switches?.files ?? []).map(({ path }) => path),
    ...stateFiles(states),
    ...[...(startup?.files ?? []), ...(addedRoots?.files ?? [])].map(({ path }) => path),
    ...(policyFile === undefined ? [] : [policyFile.path]),
  ];
  return [
    ...skillNames(scan),
    ...(scan.ignoreFiles ?? []).map(literal),
    ...roots.flatMap(inRoot),
    ...roots.flatMap((root) => alone(root, scan)),
    ...named.map((path) => literal(path.replace(/^\//, ""))),
  ];
}

function stateFiles(states: StateRules): readonly string[] {
  if ("file" in states) return [states.file.path];
  return "files" in states ? states.files.map(({ path }) => path) : [];
}

/** Patterns for skills in a root that is searched in its own way. */
function inRoot({ path, scan }: Root): readonly string[] {
  const at = path.split("/*/").at(-1) ?? "";
  return scan ? skillNames(scan).map((name) => `${literal(at)}/(?:.+/)?${name}`) : [];
}

/** Patterns for files directly in a root that are skills by themselves. */
function alone({ path, scan }: Root, { rootFiles }: Scan): readonly string[] {
  const suffix = scan ? scan.rootFiles : rootFiles;
  return suffix === undefined ? [] : [`${literal(path)}/[^/]*${literal(suffix)}`];
}

function skillNames({ fileName }: Scan): readonly string[] {
  switch (fileName.match) {
    case "exact":
      return fileName.names.map(literal);
    case "any-case":
      return [literal(fileName.name)];
    case "suffix":
      return [`[^/]*${literal(fileName.suffix)}`];
  }
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
