import { percentDecoded } from "../web.ts";

type Query = Record<string, string | string[]>;
type Change = (text: string) => string;

interface ParseOptions {
  /** 0 means all. */
  readonly maxKeys?: number;
  readonly decodeURIComponent?: Change;
}

/** A value as a query has it: what is no text, number or truth is nothing. */
function asText(value: unknown): string {
  const isPlain = /^(?:string|boolean|bigint)$/.test(typeof value) || Number.isFinite(value);
  return isPlain ? String(value) : "";
}

/** Node's `querystring`. */
export const querystring = {
  parse(
    text: unknown,
    between?: string | null,
    equals?: string | null,
    { maxKeys = 1000, decodeURIComponent: decode = percentDecoded }: ParseOptions = {},
  ): Query {
    const found: Query = Object.create(null);
    if (typeof text !== "string") return found;
    const sign = equals || "=";
    const decoded = (part: string) => {
      const plain = part.replaceAll("+", " ");
      try {
        return decode(plain);
      } catch {
        return percentDecoded(plain);
      }
    };
    for (const part of text.split(between || "&").slice(0, maxKeys > 0 ? maxKeys : undefined)) {
      if (part === "") continue;
      const [name = "", ...value] = part.split(sign);
      const [key, each] = [decoded(name), decoded(value.join(sign))];
      const before = found[key];
      found[key] = before === undefined ? each : [...(Array.isArray(before) ? before : [before]), each];
    }
    return found;
  },
  stringify(
    query: unknown,
    between?: string | null,
    equals?: string | null,
    { encodeURIComponent: encode = encodeURIComponent }: { readonly encodeURIComponent?: Change } = {},
  ): string {
    if (typeof query !== "object" || query === null) return "";
    return Object.entries(query)
      .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each] as const))
      .map(([name, value]) => `${encode(name)}${equals || "="}${encode(asText(value))}`)
      .join(between || "&");
  },
  get encode() {
    return querystring.stringify;
  },
  get decode() {
    return querystring.parse;
  },
  escape: (text: unknown) => encodeURIComponent(`${text as string}`),
  unescape: percentDecoded,
};
