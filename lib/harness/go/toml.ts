import { parse, TomlError } from "smol-toml";
import { isDeep, type JsonObject } from "./json.ts";

/** Settings in TOML; `undefined` if the text is not valid, or nests deeper than anything written by hand. */
export function parseTomlObject(text: string): JsonObject | undefined {
  try {
    const object = parse(text);
    return isDeep(object) ? undefined : object;
  } catch (caught) {
    if (caught instanceof TomlError) return undefined;
    throw caught;
  }
}
