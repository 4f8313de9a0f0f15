import { addressesModel } from "./addresses-model.ts";
import { deletesOutside } from "./deletes-outside.ts";
import { downloadAndRun } from "./download-and-run.ts";
import { encodeAndRun } from "./encode-and-run.ts";
import { hiddenText } from "./hidden-text.ts";
import { htmlComment } from "./html-comment.ts";
import { lookalikeLetters } from "./lookalike-letters.ts";
import { oddHost } from "./odd-host.ts";
import { readsKeys } from "./reads-keys.ts";
import type { TrustRule } from "./rule.ts";
import { runsByItself } from "./runs-by-itself.ts";
import { secrets } from "./secrets.ts";
import { sendsData } from "./sends-data.ts";
import { staysBehind } from "./stays-behind.ts";
import { unreadableProgram } from "./unreadable-program.ts";
import { weakensGuards } from "./weakens-guards.ts";

/** The rules on single files, in the order of their findings. */
export const trustRules: readonly TrustRule[] = [
  hiddenText,
  addressesModel,
  secrets,
  sendsData,
  readsKeys,
  encodeAndRun,
  downloadAndRun,
  deletesOutside,
  staysBehind,
  weakensGuards,
  unreadableProgram,
  lookalikeLetters,
  oddHost,
  runsByItself,
  htmlComment,
];
