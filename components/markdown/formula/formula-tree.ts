import temml from "temml";

export interface FormulaRequest {
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** A MathML element. */
export interface FormulaNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (FormulaNode | string)[];
}

/** `undefined` where the text is no formula, or is too large to draw. */
export type FormulaReply = FormulaNode | undefined;

/** Most characters of a formula, most elements of it, and their deepest nesting: beyond these a browser's layout takes long. */
export const formulaLimits = { length: 4000, elements: 3000, depth: 60 } as const;

const tags: ReadonlySet<string> = new Set(
  "math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none".split(
    " ",
  ),
);
/** MathML attributes that only shape a formula. Attributes with addresses and styles are left out: those could reach beyond the formula. */
const attributes: ReadonlySet<string> = new Set(
  "accent accentunder columnalign columnspacing depth display displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits rowspacing rspace scriptlevel separator stretchy symmetric voffset width".split(
    " ",
  ),
);

/**
 * Renders TeX as MathML, with only elements and attributes that shape a formula. The TeX may be from anyone: the library stops macros that
 * multiply, and a result too large to draw at once is refused, so that the source is shown.
 */
export function formulaTree({ tex, isDisplay }: FormulaRequest): FormulaReply {
  if (tex.length > formulaLimits.length) return undefined;
  try {
    return treeOf(temml.renderToString(tex, { displayMode: isDisplay, throwOnError: true, maxExpand: 500 }));
  } catch {
    // Not valid TeX, or nested too deep for the stack; the library can also throw whatever occurs inside it.
    return undefined;
  }
}

const token = /<(\/?)(\w+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g;
const attribute = /([\w-]+)="([^"]*)"/g;

interface Open {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (FormulaNode | string)[];
}

/**
 * Parses the library's markup, which is regular, into a tree. Elements and attributes missing from the lists above are left out, with their
 * content.
 */
function treeOf(markup: string): FormulaNode | undefined {
  const root: Open = { tag: "", attributes: {}, children: [] };
  const open = [root];
  let elements = 0;
  for (const piece of markup.matchAll(token)) {
    if (piece[2]) elements++;
    read(piece, open);
    if (elements > 2 * formulaLimits.elements || open.length > formulaLimits.depth) return undefined;
  }
  const [math] = root.children;
  return typeof math === "object" ? math : undefined;
}

/** Reads the next piece of the markup. @param open the open elements, innermost last */
function read([, closing, tag = "", given = "", single, text]: RegExpMatchArray, open: Open[]): void {
  const parent = open.at(-1);
  if (text !== undefined) parent?.children.push(plain(text));
  else if (closing) open.pop();
  else {
    const element: Open = { tag, attributes: shaping(given), children: [] };
    if (tags.has(tag)) parent?.children.push(element);
    if (!single) open.push(element);
  }
}

function shaping(given: string): Readonly<Record<string, string>> {
  const pairs = [...given.matchAll(attribute)].map(([, name = "", value = ""]) => [name, plain(value)] as const);
  return Object.fromEntries(pairs.filter(([name]) => attributes.has(name)));
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function plain(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => entities[name] ?? whole);
}
