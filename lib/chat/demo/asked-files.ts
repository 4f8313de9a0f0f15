import { decidingWords } from "#lib/chat/matching/words.ts";
import { basename } from "#lib/vfs/paths.ts";
import type { LocatedFile } from "./mentioned-files.ts";
import { withoutFrontmatter } from "./outline.ts";

/** A sentence that tells the reader to use a file. */
const orders =
  /^[\s>*+\d.)[\]x-]*(?:\*\*)?(?:(?:first|then|next|now|always|before \w+|start by|finally)[,:]?\s+)*(?:read|open|load|follow|run|use|consult|see|look(?:ing)? at|check|apply|copy|execute|reading|running|opening)\b/i;

/** Words that limit such a sentence to some requests. */
const conditions =
  /\b(?:if|when|whenever|unless|only|optional(?:ly)?|advanced|as needed|in case|needs?|more|details?|further|full|complete|examples?|reference)\b/i;

/** The words of a request that can ask for a file of the skill, without those that named the skill. */
export interface Asking {
  readonly request: string;
  readonly skill: string;
}

/**
 * Which of the files that a skill mentions are to be opened now: those that its instructions say to use in any case,
 * and those whose name, or the sentence about them, shares words with the request.
 */
export function askedFor(files: readonly LocatedFile[], body: string, { request, skill }: Asking): LocatedFile[] {
  const known = stemsOf(skill);
  const sentences = withoutFrontmatter(body).split(/\r?\n|(?<=[.;!?])\s+/);
  const told = files.map((file) => {
    const about = sentences.filter((sentence) => sentence.includes(basename(file.written)));
    return { file, about, stems: stemsOf([basename(file.path), ...about].map(withoutEndings).join(" ")) };
  });
  // A word that most of the files share does not select any of them.
  const choosing = [...stemsOf(request)].filter((stem) => {
    return (
      !known.has(stem) && (told.length < 3 || told.filter(({ stems }) => stems.has(stem)).length <= told.length / 2)
    );
  });
  const isOrdered = (sentence: string, { written }: LocatedFile) =>
    orders.test(sentence) && !conditions.test(withoutPath(sentence, written));
  return told
    .filter(({ file, about, stems }) => {
      return choosing.some((stem) => stems.has(stem)) || about.some((sentence) => isOrdered(sentence, file));
    })
    .map(({ file }) => file);
}

/** A request that names a file ending with `.md` does not thereby ask for the skill's own `.md` files. */
function withoutEndings(text: string): string {
  return text.replace(/(?<=\w)\.[a-z]\w{0,7}(?!\w)/gi, " ");
}

/** "reference" in the path `reference.md` is not a condition. */
function withoutPath(sentence: string, written: string): string {
  return sentence.replace(/\S*[/.]\S*/g, (word) => (word.includes(basename(written)) ? " " : word));
}

function stemsOf(text: string): Set<string> {
  return new Set(decidingWords(text).map(({ stem }) => stem));
}
