import { isObject } from "#lib/harness/go/json.ts";

/** The section `skills: { enabled, allowed }` as a Go program decodes it with weak types. */
export type DecodedConfig =
  | { readonly kind: "config"; readonly enabled: boolean; readonly allowed: readonly string[] }
  /** The program stops at its start. */
  | { readonly kind: "undecodable"; readonly message: string };

/**
 * Decodes it: no section, or one without any value, is on with all allowed; a section with a value but without
 * `enabled` is off.
 */
export function decodeSkillsConfig(section: unknown): DecodedConfig {
  if (section === null || section === undefined) return { kind: "config", enabled: true, allowed: [] };
  if (!isObject(section)) return undecodable(`'skills' expected a map, got '${goKind(section)}'`);
  if (!Object.values(section).some(isValue)) return { kind: "config", enabled: true, allowed: [] };
  const enabled = decodeBoolean(section.enabled);
  const allowed = decodeNames(section.allowed);
  if (enabled === undefined)
    return undecodable(`cannot parse 'skills.enabled' as bool: ${JSON.stringify(section.enabled)}`);
  if (!allowed) return undecodable("'skills.allowed' expected a list of names");
  return { kind: "config", enabled, allowed };
}

function undecodable(message: string): DecodedConfig {
  return { kind: "undecodable", message };
}

/** Whether there is anything in it but nulls and empty mappings, which the settings library drops. */
function isValue(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).some(isValue);
  return value !== null && value !== undefined;
}

const words: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "TRUE", "true", "True"].map((word) => [word, true] as const),
  ...["0", "f", "F", "FALSE", "false", "False", ""].map((word) => [word, false] as const),
]);

/** As Go's `strconv.ParseBool` reads a text; numbers are true but for 0. `yes` and `no` are neither. */
function decodeBoolean(value: unknown): boolean | undefined {
  if (value === null || value === undefined) return false;
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  return typeof value === "string" ? words.get(value) : undefined;
}

/** A text is split at its commas, and none is trimmed. */
function decodeNames(value: unknown): readonly string[] | undefined {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value === "string") return value.split(",");
  if (isObject(value)) return Object.keys(value).length === 0 ? [] : undefined;
  const names = (Array.isArray(value) ? value : [value]).map(decodeName);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function decodeName(value: unknown): string | undefined {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

function goKind(value: unknown): string {
  if (Array.isArray(value)) return "slice";
  return typeof value === "boolean" ? "bool" : typeof value === "number" ? "int" : "string";
}
