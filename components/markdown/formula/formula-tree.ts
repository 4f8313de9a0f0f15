import temml from "temml";

export interface FormulaRequest {
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** An element of MathML. */
export interface FormulaNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (FormulaNode | string)[];
}

/** `undefined` where it is no formula, or more than is drawn. */
export type FormulaReply = FormulaNode | undefined;

/** Characters of a formula; elements of it, and how many of them in one another: a browser's layout takes long beyond. */
export const formulaLimits = { length: 4000, elements: 3000, depth: 60 } as const;

const tags: ReadonlySet<string> = new Set(
  "math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none".split(
    " ",
  ),
);
/** What shapes a formula. Nothing that names a place, and no styles: those could reach beyond the formula. */
const attributes: ReadonlySet<string> = new Set(
  "accent accentunder columnalign columnspacing depth display displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits rowspacing rspace scriptlevel separator stretchy symmetric voffset width".split(
    " ",
  ),
);

/**
 * A formula in TeX as MathML, of elements and attributes that only shape it. From anyone: macros that multiply are ended by
 * the library, what is larger than a page draws at once is left to be shown as it is written.
 */
export function formulaTree({ tex, isDisplay }: FormulaRequest): FormulaReply {
  if (tex.length > formulaLimits.length) return undefined;
  try {
    return treeOf(temml.renderToString(tex, { displayMode: isDisplay, throwOnError: true, maxExpand: 500 }));
  } catch {
    // No TeX that is understood, or so deep that the stack is exhausted; the library throws what comes up in it, too.
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

/** The library's own markup, which is regular, as a tree. What is not in the lists above is left out, with what it holds. */
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

/** Takes the next piece of the markup. @param open the elements that are open at it, the innermost last */
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
