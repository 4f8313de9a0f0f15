/**
 * Files that some harness reads before anything is asked of a skill, by their paths: SKILL.md in any spelling, manifests
 * of plugins, policies beside a skill, commands, and the settings that harnesses keep in their dot folders. Of a source
 * that is on its way these come first. `lib/harness/contract.test.ts` holds every profile to it.
 */
const patterns = [
  String.raw`[^/]*skill\.md`,
  String.raw`(?:plugin|marketplace|installed_plugins|managed-settings)\.json`,
  String.raw`agents/openai\.yaml`,
  String.raw`kodelet-config\.yaml`,
  String.raw`\.[^/]+/(?:[^/]+/)*[^/]+\.(?:json|toml)`,
  String.raw`\.(?!github/)[^/]+/(?:[^/]+/)*[^/]+\.ya?ml`,
  String.raw`\.claude/commands/.+\.md`,
];

const readInDiscovery = new RegExp(`(?:^|/)(?:${patterns.join("|")})$`, "i");
const passedOver = /(?:^|\/)(?:\.git|node_modules)\//;

/** Whether discovery may read the file at `path`, absolute or relative. What is behind a link is not foreseen. */
export function isReadInDiscovery(path: string): boolean {
  return readInDiscovery.test(path) && !passedOver.test(path);
}
