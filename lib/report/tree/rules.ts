import { caseTwin } from "./case-twin.ts";
import { deadLink } from "./dead-link.ts";
import { longInstructions } from "./long-instructions.ts";
import { noLicence } from "./no-licence.ts";
import { notHere } from "./not-here.ts";
import { notInAPage } from "./not-in-a-page.ts";
import { partlyRead } from "./partly-read.ts";
import { pathDisguise } from "./path-disguise.ts";
import type { TreeRule } from "./rule.ts";
import { symbolicLink } from "./symbolic-link.ts";
import { undeclaredImports } from "./undeclared-imports.ts";
import { undeclaredTools } from "./undeclared-tools.ts";

/** The rules on a source as a whole, in the order of their findings. */
export const treeRules: readonly TreeRule[] = [
  deadLink,
  caseTwin,
  symbolicLink,
  notHere,
  pathDisguise,
  undeclaredTools,
  undeclaredImports,
  notInAPage,
  noLicence,
  longInstructions,
  partlyRead,
];
