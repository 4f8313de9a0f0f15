import { packageName, pythonMade } from "./package.ts";
import { compareVersions, readVersion } from "./wheel-name.ts";

/** Environment markers (PEP 508), with the values of Python in the page. */
const here: Readonly<Record<string, string>> = {
  ...{ os_name: "posix", sys_platform: "emscripten", platform_system: "Emscripten", platform_machine: "wasm32" },
  ...{ platform_python_implementation: "CPython", implementation_name: "cpython", extra: "" },
  ...{
    python_version: pythonMade.version,
    python_full_version: `${pythonMade.version}.2`,
    implementation_version: `${pythonMade.version}.2`,
  },
};

/**
 * The package that a requirement (PEP 508) names, if it applies here; extras are ignored. `undefined` if it does not apply or cannot be
 * parsed.
 */
export function readRequirement(line: string): string | undefined {
  const [requirement = "", ...marker] = line.split(";");
  const name = /^\s*([A-Za-z\d](?:[\w.-]*[A-Za-z\d])?)/.exec(requirement)?.[1];
  if (name === undefined) return undefined;
  return marker.length === 0 || isMet(marker.join(";").slice(0, 1000)) ? packageName(name) : undefined;
}

/** Whether a marker is true. An unreadable one counts as true: an extra package does no harm. */
function isMet(marker: string): boolean {
  const tokens = marker.match(/[()]|"[^"]*"|'[^']*'|[\w.]+|[<>=!~]=?=?/g) ?? [];
  let at = 0;

  function either(): boolean {
    let holds = both();
    while (tokens[at] === "or") {
      at++;
      const right = both();
      holds ||= right;
    }
    return holds;
  }
  function both(): boolean {
    let holds = one();
    while (tokens[at] === "and") {
      at++;
      const right = one();
      holds &&= right;
    }
    return holds;
  }
  function one(): boolean {
    if (tokens[at] === "(") {
      at++;
      const holds = either();
      at++;
      return holds;
    }
    const [left = "", sign = "", right = ""] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    if (sign === "not") {
      at += 4;
      return !meant(tokens[at - 1] ?? "").includes(meant(left));
    }
    at += 3;
    return compared(meant(left), sign, meant(right));
  }
  return either();
}

function meant(token: string): string {
  return /^["']/.test(token) ? token.slice(1, -1) : (here[token] ?? "");
}

function compared(left: string, sign: string, right: string): boolean {
  if (sign === "in") return right.includes(left);
  const [one, other] = [readVersion(left), readVersion(right)];
  const order = one && other ? compareVersions(one, other) : left < right ? -1 : left > right ? 1 : 0;
  const answers: Readonly<Record<string, boolean>> = {
    ...{
      "==": order === 0,
      "===": left === right,
      "!=": order !== 0,
      ">=": order >= 0,
      "<=": order <= 0,
      ">": order > 0,
      "<": order < 0,
    },
    "~=": order >= 0,
  };
  return answers[sign] ?? true;
}
