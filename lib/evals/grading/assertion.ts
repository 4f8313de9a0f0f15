/** The result of a conversation, as far as assertions need it. */
export interface Outcome {
  readonly answer: string;
  /** Names of the skills whose instructions or files were read. */
  readonly skills: readonly string[];
  /** Last content of each file that was written; paths are relative to the working folder. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** An assertion that a program can decide without judgement. */
export type Assertion =
  | { readonly kind: "answer"; readonly has: boolean; readonly text: string }
  | { readonly kind: "file"; readonly path: string; readonly has?: string }
  | { readonly kind: "skill"; readonly used: boolean; readonly skill: string };

/** One graded assertion of a run, as in skill-creator's `grading.json`. */
export interface Graded {
  readonly text: string;
  readonly passed: boolean;
  readonly evidence: string;
}

/** A quoted text: `'…'`, `"…"`, `“…”` or `` `…` ``. */
const quoted = "(?:'(?<single>.+)'|\"(?<double>.+)\"|“(?<curly>.+)”|`(?<code>.+)`)";
const output = "^(?:the )?(?:output|answer|response) ";
const forms = {
  has: new RegExp(`${output}(?:contains|includes|mentions|says) (?:the (?:\\w+ ){1,3})?${quoted}\\.?$`, "i"),
  lacks: new RegExp(
    `${output}(?:does not|doesn't) (?:contain|include|mention|say) (?:the (?:\\w+ ){1,3})?${quoted}\\.?$`,
    "i",
  ),
  file: new RegExp(
    `^(?:the )?file \`?(?<path>[\\w./-]+)\`? (?:exists|is (?:written|created)|contains ${quoted})\\.?$`,
    "i",
  ),
  skill: /^the skill `?(?<skill>[\w:.-]+)`? is (?<not>not )?used\.?$/i,
};

/** How many characters of an assertion are read. */
const longest = 500;

/** The assertion in a sentence of an eval, if a program can decide it; `undefined` if it needs a judge. */
export function parseAssertion(sentence: string): Assertion | undefined {
  const text = sentence.trim();
  if (text.length > longest) return undefined;
  const has = forms.has.exec(text)?.groups;
  if (has) return { kind: "answer", has: true, text: inQuotes(has) ?? "" };
  const lacks = forms.lacks.exec(text)?.groups;
  if (lacks) return { kind: "answer", has: false, text: inQuotes(lacks) ?? "" };
  const file = forms.file.exec(text)?.groups;
  if (file) {
    const wanted = inQuotes(file);
    return { kind: "file", path: file.path ?? "", ...(wanted !== undefined && { has: wanted }) };
  }
  const skill = forms.skill.exec(text)?.groups;
  return skill && { kind: "skill", used: skill.not === undefined, skill: skill.skill ?? "" };
}

function inQuotes({ single, double, curly, code }: Readonly<Record<string, string | undefined>>): string | undefined {
  return single ?? double ?? curly ?? code;
}

/** Decides an assertion. Case is ignored in answers and files. */
export function grade(text: string, assertion: Assertion, outcome: Outcome): Graded {
  return { text, ...decide(assertion, outcome) };
}

function decide(assertion: Assertion, { answer, skills, files }: Outcome): Omit<Graded, "text"> {
  switch (assertion.kind) {
    case "answer": {
      const found = excerpt(answer, assertion.text);
      const evidence = found === undefined ? "It is not in the answer." : `The answer has: ${found}`;
      return { passed: (found !== undefined) === assertion.has, evidence };
    }
    case "skill": {
      const evidence = skills.length === 0 ? "No skill was used." : `Used: ${skills.join(", ")}.`;
      return { passed: skills.includes(assertion.skill) === assertion.used, evidence };
    }
    case "file": {
      const file = files.find(({ path }) => path === assertion.path);
      if (!file)
        return { passed: false, evidence: `Written: ${files.map(({ path }) => path).join(", ") || "no file"}.` };
      if (assertion.has === undefined) return { passed: true, evidence: "It was written." };
      const found = excerpt(file.text, assertion.has);
      return {
        passed: found !== undefined,
        evidence: found === undefined ? "It is not in the file." : `It has: ${found}`,
      };
    }
  }
}

/** Characters shown on either side of a match. */
const around = 40;

function excerpt(text: string, wanted: string): string | undefined {
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return undefined;
  const cut = text.slice(Math.max(0, at - around), at + wanted.length + around);
  return cut.replace(/\s+/g, " ").trim();
}
