import { pythonMade } from "./package.ts";

/** The parts of a wheel's name (PEP 427): `name-version(-build)-python-abi-platform.whl`. */
export interface WheelName {
  readonly name: string;
  readonly version: string;
  /** Lower is better suited to this Python; -1 means unsuitable. */
  readonly rank: number;
}

const [, minor = "14"] = pythonMade.version.split(".");
const platform = `pyemscripten_${pythonMade.abi}_wasm32`;

/** The tags that run here, best first: for this Python, for its stable ABI, for any (PEP 425, PEP 783). */
const tags: readonly string[] = [
  `cp3${minor}-cp3${minor}-${platform}`,
  ...Array.from({ length: Number(minor) - 1 }, (_, back) => `cp3${Number(minor) - back}-abi3-${platform}`),
  ...[`py3${minor}-none-${platform}`, `py3-none-${platform}`, `cp3${minor}-none-any`, `py3${minor}-none-any`],
  "py3-none-any",
];

export function readWheelName(file: string): WheelName | undefined {
  const parts = file.endsWith(".whl") ? file.slice(0, -4).split("-") : [];
  const [name = "", version = ""] = parts;
  if (parts.length < 5 || parts.length > 6 || !/^[\w.]+$/.test(name)) return undefined;
  const [pythons = [], abis = [], platforms = []] = parts.slice(-3).map((part) => part.split(".", 20));
  const ranks = pythons.flatMap((python) =>
    abis.flatMap((abi) => platforms.map((each) => tags.indexOf(`${python}-${abi}-${each}`))),
  );
  const fitting = ranks.filter((rank) => rank >= 0);
  return { name, version, rank: fitting.length > 0 ? Math.min(...fitting) : -1 };
}

/** A version (PEP 440) as numbers to be compared one by one; `undefined` if it is invalid. */
export function readVersion(text: string): readonly number[] | undefined {
  const read =
    /^v?(?:(\d{1,9})!)?(\d{1,9}(?:\.\d{1,9}){0,9})(?:[._-]?(a|b|c|rc|alpha|beta|pre|preview)[._-]?(\d{0,9}))?(?:[._-]?(?:post|rev|r)[._-]?(\d{0,9})|-(\d{1,9}))?(?:[._-]?dev[._-]?(\d{0,9}))?(?:\+[\w.]+)?$/i.exec(
      text.trim(),
    );
  if (!read) return undefined;
  const [, epoch = "0", release = "", stage, stageNumber = "0", post, implicit, dev] = read;
  const numbers = release.split(".").map(Number);
  while (numbers.length < 10) numbers.push(0);
  const isDevOnly = dev !== undefined && stage === undefined && post === undefined && implicit === undefined;
  const stages: Readonly<Record<string, number>> = { a: 1, alpha: 1, b: 2, beta: 2, c: 3, rc: 3, pre: 3, preview: 3 };
  const before = isDevOnly ? 0 : stage === undefined ? 9 : (stages[stage.toLowerCase()] ?? 3);
  const postNumber = post === undefined && implicit === undefined ? -1 : Number(post || implicit || 0);
  return [
    Number(epoch),
    ...numbers,
    before,
    Number(stageNumber || 0),
    postNumber,
    dev === undefined ? Number.POSITIVE_INFINITY : Number(dev || 0),
  ];
}

export function isPreRelease(version: readonly number[]): boolean {
  return version[11] !== 9 || version[14] !== Number.POSITIVE_INFINITY;
}

export function compareVersions(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Whether a version satisfies specifiers such as `>=2,<3`, `~=1.4`, `==1.*` (PEP 440). Unreadable specifiers admit none. */
export function admits(specifiers: string, version: string): boolean {
  const read = readVersion(version);
  return (
    read !== undefined &&
    specifiers.split(",").every((each) => each.trim() === "" || admitsOne(each.trim(), version, read))
  );
}

function admitsOne(specifier: string, text: string, version: readonly number[]): boolean {
  const [, sign = "", wanted = ""] = /^(===|==|~=|!=|>=|<=|>|<)\s*(\S+)$/.exec(specifier) ?? [];
  if (sign === "===") return text === wanted;
  const start = wanted.endsWith(".*") ? wanted.slice(0, -2) : undefined;
  const other = readVersion(start ?? wanted);
  if (!other) return false;
  const isBelow = (parts: number) => version.slice(0, parts + 1).every((number, index) => number === other[index]);
  const parts = (start ?? wanted).replace(/^.*!/, "").split(".").length;
  const order = compareVersions(version, other);
  switch (sign) {
    case "==":
      return start === undefined ? order === 0 : isBelow(parts);
    case "!=":
      return start === undefined ? order !== 0 : !isBelow(parts);
    case "~=":
      return order >= 0 && isBelow(Math.max(1, parts - 1));
    case ">=":
      return order >= 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0 && !isBelow(10);
    case "<":
      return order < 0;
    default:
      return false;
  }
}
