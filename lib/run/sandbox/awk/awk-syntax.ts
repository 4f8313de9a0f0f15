/** The parts of an awk program, as parsed. */
export interface AwkProgram {
  readonly rules: readonly AwkRule[];
  readonly functions: ReadonlyMap<string, AwkFunction>;
}

export interface AwkRule {
  readonly pattern: AwkPattern;
  /** Absent: prints the record. */
  readonly body?: AwkStatement;
}

export type AwkPattern =
  | { readonly kind: "begin" | "end" | "beginFile" | "endFile" | "always" }
  | { readonly kind: "when"; readonly test: AwkExpression }
  | { readonly kind: "range"; readonly from: AwkExpression; readonly to: AwkExpression };

export interface AwkFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: AwkStatement;
}

export type AwkStatement =
  | { readonly kind: "block"; readonly body: readonly AwkStatement[] }
  | { readonly kind: "expression"; readonly value: AwkExpression }
  | {
      readonly kind: "print";
      readonly isFormatted: boolean;
      readonly values: readonly AwkExpression[];
      readonly to?: AwkTarget;
    }
  | { readonly kind: "if"; readonly test: AwkExpression; readonly yes: AwkStatement; readonly no?: AwkStatement }
  | {
      readonly kind: "loop";
      readonly before?: AwkStatement;
      readonly test?: AwkExpression;
      readonly step?: AwkStatement;
      readonly body: AwkStatement;
      /** `do … while` */
      readonly isTestedAfter: boolean;
    }
  | { readonly kind: "switch"; readonly test: AwkExpression; readonly cases: readonly AwkCase[] }
  | { readonly kind: "each"; readonly key: AwkPlace; readonly array: AwkArrayName; readonly body: AwkStatement }
  | { readonly kind: "next" | "nextfile" | "break" | "continue" }
  | { readonly kind: "exit" | "return"; readonly value?: AwkExpression }
  | { readonly kind: "delete"; readonly array: AwkArrayName; readonly at?: readonly AwkExpression[] };

/** A case of a `switch`, which goes on with the next; without a value, that for all others. */
export interface AwkCase {
  readonly value?: AwkExpression;
  readonly body: readonly AwkStatement[];
}

/** Where a print goes: a file, its end, or a command. */
export interface AwkTarget {
  readonly how: ">" | ">>" | "|";
  readonly name: AwkExpression;
}

export interface AwkName {
  readonly kind: "name";
  readonly name: string;
}

/** An element of an array, which may be one itself: `a[1][2]`. */
export interface AwkElement {
  readonly kind: "element";
  readonly array: AwkArrayName;
  readonly at: readonly AwkExpression[];
}

export type AwkArrayName = AwkName | AwkElement;

/** What can be assigned to. */
export type AwkPlace = AwkArrayName | { readonly kind: "field"; readonly at: AwkExpression };

export type AwkExpression =
  | AwkPlace
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "pattern"; readonly source: string }
  /** Several values in parentheses, for `print` and `in`. */
  | { readonly kind: "list"; readonly values: readonly AwkExpression[] }
  | { readonly kind: "unary"; readonly sign: "!" | "-" | "+"; readonly value: AwkExpression }
  | { readonly kind: "binary"; readonly sign: string; readonly left: AwkExpression; readonly right: AwkExpression }
  | { readonly kind: "and" | "or"; readonly left: AwkExpression; readonly right: AwkExpression }
  | {
      readonly kind: "choice";
      readonly test: AwkExpression;
      readonly yes: AwkExpression;
      readonly no: AwkExpression;
    }
  | { readonly kind: "match"; readonly isNot: boolean; readonly text: AwkExpression; readonly pattern: AwkExpression }
  | { readonly kind: "in"; readonly at: readonly AwkExpression[]; readonly array: AwkArrayName }
  | { readonly kind: "assign"; readonly sign: string; readonly place: AwkPlace; readonly value: AwkExpression }
  | { readonly kind: "step"; readonly by: 1 | -1; readonly isAfter: boolean; readonly place: AwkPlace }
  | {
      readonly kind: "getline";
      readonly into?: AwkPlace;
      readonly from?: { readonly how: "<" | "|"; readonly name: AwkExpression };
    }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly isOwn: boolean;
      readonly values: readonly AwkExpression[];
    };

/** An error of a program, or one that ends it. */
export class AwkError extends Error {}
