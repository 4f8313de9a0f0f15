import { isScalar, type Node, type Scalar } from "yaml";
import { binaryTag } from "./go-scalar.ts";

/** The text of a scalar as Go's YAML libraries read it: as written, its escapes resolved; of `!!binary`, decoded. */
export function scalarText(node: Node | null | undefined): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value, source = "", tag } = node;
  if (tag !== binaryTag || !(value instanceof Uint8Array)) return source;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
}

/** Whether a scalar with the tag `!!binary` holds what it should; any other does. */
export function isDecodable({ source = "", tag }: Scalar): boolean {
  const text = source.replace(/[\r\n]/g, "");
  return tag !== binaryTag || (text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text));
}

/** What those libraries say of one that is not. */
export const badBase64 = "!!binary value contains invalid base64 data";
