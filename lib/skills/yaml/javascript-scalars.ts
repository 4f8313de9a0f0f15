import { Scalar } from "yaml";
import type { FieldValue } from "../frontmatter.ts";
import { withBlankLines } from "./block-blanks.ts";

/**
 * A package that reads YAML. `js-yaml-3` is version 3 of js-yaml, which reads some numbers differently and refuses less; `pyyaml` is
 * Python's, which reads YAML 1.1. The packages differ in the types of plain scalars and in what they refuse.
 */
export type JavaScriptReader = "yaml" | "js-yaml" | "js-yaml-3" | "pyyaml";

/** A scalar with the type that the package gives it. @param source the parsed text */
export function readScalar(node: Scalar, reader: JavaScriptReader, source: string): FieldValue {
  const text = String(node.value ?? "");
  if (reader !== "yaml" && node.tag === "tag:yaml.org,2002:binary") return { kind: "other", type: "binary", text };
  if (isTextByTag(node) || (node.type !== Scalar.PLAIN && !node.tag))
    return { kind: "text", text: reader === "yaml" ? text : withBlankLines(text, node, source) };
  const value = plainValue(text, reader);
  return node.tag && !fitsTag(node.tag.replace(/.*:/, ""), value, reader) ? { kind: "text", text } : value;
}

/** Whether a value is of the type that its tag names. */
function fitsTag(tag: string, value: FieldValue, reader: JavaScriptReader): boolean {
  const { type } = { type: value.kind, ...value };
  if (tag === "float" && type === "int") return reader !== "yaml";
  return type === (tag === "timestamp" ? "date" : tag);
}

/** The type that a scalar has by its text. */
function plainValue(text: string, reader: JavaScriptReader): FieldValue {
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return { kind: "null" };
  const bool = boolIn(text, reader);
  if (bool !== undefined) return { kind: "other", type: "bool", text: String(bool) };
  const number = numbers[reader](text);
  if (number !== undefined) {
    return { kind: "other", type: Number.isInteger(number) ? "int" : "float", text: String(number) };
  }
  if (reader !== "yaml" && timestamp.test(text)) return { kind: "other", type: "date", text };
  return { kind: "text", text };
}

/** Whether a scalar's tag makes it text: that of texts does, and every one that YAML does not know. */
export function isTextByTag({ tag }: Scalar): boolean {
  return tag === "tag:yaml.org,2002:str" || tag?.startsWith("!") === true;
}

/** The bool that a plain scalar is, if it is one. */
export function boolIn(text: string, reader: JavaScriptReader): boolean | undefined {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (reader !== "pyyaml") return undefined;
  if (/^(?:yes|Yes|YES|on|On|ON)$/.test(text)) return true;
  return /^(?:no|No|NO|off|Off|OFF)$/.test(text) ? false : undefined;
}

/** Numbers of YAML 1.2, as in the package `yaml`. */
export function coreNumber(text: string): number | undefined {
  if (/^0o[0-7]+$|^0x[\da-fA-F]+$/.test(text)) return Number(text);
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text))
    return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^\.(?:nan|NaN|NAN)$/.test(text)) return Number.NaN;
  return /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Numbers of js-yaml 3: octal numbers begin with a plain zero, and colons separate digits to the base of 60. */
function oldJsYamlNumber(text: string): number | undefined {
  const plain = text.replaceAll("_", "");
  if (/^[-+]?0o/.test(plain)) return undefined;
  // Base 60, as in times of day.
  if (/^[-+]?[1-9]\d*(?::[0-5]?\d)+(?:\.\d*)?$/.test(plain))
    return plain.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  return /^[-+]?0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : jsYamlNumber(text);
}

/** Numbers of js-yaml 4, which also accepts underscores and binary numbers. */
function jsYamlNumber(text: string): number | undefined {
  const plain = text.replaceAll("_", "");
  if (plain !== text && (!/^[-+]?[\d.]/.test(text) || text.endsWith("_"))) return undefined;
  const sign = plain.startsWith("-") ? -1 : 1;
  const bare = plain.replace(/^[-+]/, "");
  if (/^0b[01]+$|^0o[0-7]+$|^0x[\da-fA-F]+$/.test(bare)) return sign * Number(bare);
  return coreNumber(plain);
}

const numbers = {
  yaml: coreNumber,
  "js-yaml": jsYamlNumber,
  "js-yaml-3": oldJsYamlNumber,
  pyyaml: jsYamlNumber,
} as const;

const timestamp =
  /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/;
