import type { ConformanceCase } from "#lib/harness/conformance/case.ts";
import kept from "./proofs.json" with { type: "json" };

/** Proof that an answer of the table is the only possible one: a case that the released program has answered. */
export interface Proof {
  /** Ids of a harness and of a feature. */
  readonly harness: string;
  readonly feature: string;
  /** Id of a case in `cases`. */
  readonly case: string;
}

export interface Proofs {
  readonly cases: Readonly<Record<string, ConformanceCase>>;
  readonly cells: readonly Proof[];
}

/** The proofs that `npm run evidence -- --prove` found last. */
export const proofs: Proofs = kept as unknown as Proofs;

export function proofOf(harness: string, feature: string): Proof | undefined {
  return proofs.cells.find((cell) => cell.harness === harness && cell.feature === feature);
}

/** The address of a case on its harness's page. */
export function proofAddress(id: string): string {
  const [harness = "", name = ""] = id.split("/");
  return `/harness/${harness}#${name}`;
}
