/** A variable, or an element of an array. */
export interface Place {
  readonly kind: "place";
  readonly name: string;
  readonly index?: Expression;
}

export type Expression =
  | Place
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "array"; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly given: readonly Expression[] }
  | { readonly kind: "negated" | "not"; readonly of: Expression }
  | { readonly kind: "two"; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "assigned"; readonly sign: string; readonly to: Place; readonly value: Expression }
  /** `++x`, `x--`: by what it changes, and whether it is worth what it was before. */
  | { readonly kind: "stepped"; readonly to: Place; readonly by: 1 | -1; readonly isBefore: boolean }
  | { readonly kind: "bracket"; readonly of: Expression };

export type Statement =
  | { readonly kind: "shown"; readonly value: Expression }
  | { readonly kind: "printed"; readonly parts: readonly (Expression | Text)[] }
  | Text
  | { readonly kind: "block"; readonly statements: readonly Statement[] }
  | { readonly kind: "if"; readonly test: Expression; readonly chosen: Statement; readonly otherwise?: Statement }
  | {
      readonly kind: "loop";
      readonly first?: Expression;
      readonly test?: Expression;
      readonly step?: Expression;
      readonly body: Statement;
    }
  | { readonly kind: "break" | "continue" | "halt" }
  | { readonly kind: "return"; readonly value?: Expression };

/** A string, as it is written. */
export interface Text {
  readonly kind: "text";
  readonly text: string;
}

export interface Definition {
  readonly kind: "definition";
  readonly name: string;
  /** Whether it has no value. */
  readonly isVoid: boolean;
  readonly parameters: readonly string[];
  /** Variables of its own; an array's name ends with brackets, as a parameter's does. */
  readonly own: readonly string[];
  readonly body: Statement;
}

/** What does not follow the grammar, or is not possible here. */
export class BcFault extends Error {}
