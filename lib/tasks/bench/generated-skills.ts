const words =
  "analyze and any archive before build catalog check code create data deploy document each extract file for from generate images into keep merge name notes of pages plan query release report review rotate run sheet split summary table tests text the to update use user validate when with write".split(
    " ",
  );

/** Returns a generator of integers below `limit`, the same on every run (a linear congruential generator). */
function createDice(seed: number): (limit: number) => number {
  let state = seed + 1;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
}

type Dice = ReturnType<typeof createDice>;

/** A realistic SKILL.md of 3 to 7 KB: frontmatter in every common style, then prose, lists and code. */
export function generateSkill(name: string, seed: number): string {
  const dice = createDice(seed);
  const fields = [`name: ${name}`, descriptionField(dice), ...otherFields(dice)];
  return `---\n${fields.join("\n")}\n---\n\n# ${capital(name)}\n\n${bodyText(dice)}`;
}

function descriptionField(dice: Dice): string {
  const text = sentence(dice, 30 + dice(30));
  const style = dice(10);
  if (style < 4) return `description: ${text}`;
  if (style < 6) return `description: "${capital(text)} Use when: the user says \\"${words[dice(words.length)]}\\"."`;
  if (style < 7) return `description: '${text} It''s for ${words[dice(words.length)]}: nothing else.'`;
  if (style < 8) return `description: >-\n${wrapped(text)}`;
  if (style < 9) return `description: |\n${wrapped(text)}`;
  return `description:\n${wrapped(text)}`;
}

function otherFields(dice: Dice): string[] {
  const license = dice(2) === 0 ? "license: MIT" : "license: Complete terms in LICENSE.txt";
  const metadata = `metadata:\n  author: example-org\n  version: "${dice(3)}.${dice(9)}"`;
  const tools = [
    "allowed-tools: Read, Grep, Bash(git:*)",
    "allowed-tools:\n  - Read\n  - Write\n  - Bash",
    "allowed-tools: [Read, Grep, Glob]",
    "# The tools are the harness's own.",
  ];
  return [license, metadata, tools[dice(tools.length)] ?? ""].filter(() => dice(3) > 0);
}

function bodyText(dice: Dice): string {
  const sections = Array.from({ length: 5 + dice(5) }, () => {
    const steps = Array.from({ length: 4 }, (_, index) => `${index + 1}. ${sentence(dice, 12)}`);
    return `## ${capital(sentence(dice, 4))}\n\n${wrapped(sentence(dice, 50))}\n\n${steps.join("\n")}\n`;
  });
  return `${sections.join("\n")}\n\`\`\`sh\nscripts/run.sh --all\n\`\`\`\n`;
}

function sentence(dice: Dice, length: number): string {
  return `${capital(Array.from({ length }, () => words[dice(words.length)]).join(" "))}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lines of some 80 characters, indented by two. */
function wrapped(text: string): string {
  return text.replace(/(.{60,80}) /g, "$1\n").replace(/^/gm, "  ");
}
