import { parse, TomlError } from "smol-toml";
import type { JsonObject } from "./json.ts";

/** Settings in TOML; `undefined` if the text is not valid. */
export function parseTomlObject(text: string): JsonObject | undefined {
  try {
    return parse(text);
  } catch (caught) {
    if (caught instanceof TomlError) return undefined;
    throw caught;
  }
}
