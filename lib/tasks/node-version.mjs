/**
 * Whether everything here runs on a Node, tests among it: from 24.16, as in older ones streams tell of an error
 * in another order, and on no odd version, which its makers soon give up.
 *
 * @param {string | undefined} version as `node --version` says it
 */
export function isNewEnough(version) {
  const [, major = 0, minor = 0] = /^v(\d+)\.(\d+)\./.exec(version ?? "")?.map(Number) ?? [];
  return (major === 24 && minor >= 16) || (major > 24 && major % 2 === 0);
}

/**
 * For a program that is started without `npm start`, which finds such a Node by itself.
 *
 * @param {string} version
 * @throws {Error} for a Node on which it does not run
 */
export function requireNewEnough(version) {
  if (isNewEnough(version)) return;
  throw new Error(
    `Skillground runs on Node 24.16 or later, of an even version, and this is ${version}. Nothing was started. ` +
      "Start it with such a Node, or with `npm start`, which brings one along.",
  );
}
