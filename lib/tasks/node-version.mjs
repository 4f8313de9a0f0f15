/**
 * Whether a version of Node can run everything here, including the tests: from 24.16, because older streams report errors in another order,
 * and no odd version, because those are soon unsupported.
 * @param {string | undefined} version as printed by `node --version`
 */
export function isNewEnough(version) {
  const [, major = 0, minor = 0] = /^v(\d+)\.(\d+)\./.exec(version ?? "")?.map(Number) ?? [];
  return (major === 24 && minor >= 16) || (major > 24 && major % 2 === 0);
}

/**
 * For programs started without `npm start`, which finds a suitable Node itself.
 * @param {string} version
 * @throws {Error} for a Node that is too old
 */
export function requireNewEnough(version) {
  if (isNewEnough(version)) return;
  throw new Error(
    `Skillground runs on Node 24.16 or later, of an even version, and this is ${version}. Nothing was started. ` +
      "Start it with such a Node, or with `npm start`, which brings one along.",
  );
}
