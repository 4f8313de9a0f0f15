/** A SKILL.md with one defect. */
export interface MalformedSkill {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

function skill(frontmatter: string, body = "Body\n"): string {
  return `---\n${frontmatter}\n---\n${body}`;
}

const fields = "name: malformed\ndescription: Something is wrong here.";

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

const aliasBomb = [
  "a: &a [x, x, x, x, x, x, x, x, x]",
  ...["b", "c", "d", "e", "f", "g", "h", "i"].map((name, index) => {
    const alias = `*${"abcdefgh"[index]}`;
    return `${name}: &${name} [${Array(9).fill(alias).join(", ")}]`;
  }),
].join("\n");

const texts: Readonly<Record<string, string>> = {
  empty: "",
  blank: " \n\t\n",
  "no frontmatter": "# Malformed\n",
  "broken YAML": skill("name: [a\ndescription: b"),
  "unquoted colon": skill("name: malformed\ndescription: Use when: always"),
  "byte-order mark": `\ufeff${skill(fields)}`,
  CRLF: skill(fields).replaceAll("\n", "\r\n"),
  "carriage returns alone": skill(fields).replaceAll("\n", "\r"),
  NUL: skill("name: mal\0formed\ndescription: d"),
  "NUL in the body": skill(fields, "a\0b"),
  "50,000 keys": skill(`${fields}\n${lines(50_000, (index) => `key-${index}: value`)}`),
  "50,000 keys in quotes": skill(`${fields}\n${lines(50_000, (index) => `"key-${index}": value`)}`),
  "keys in quotes up to the limit": skill(`${fields}\n${lines(400, (index) => `"key-${index}": x`)}`),
  "repeated keys up to the limit": skill(lines(400, () => "name: x")),
  "list up to the limit": skill(`${fields}\nlist: [${"a,".repeat(950)}]`),
  "anchors up to the limit": skill(`${fields}\n${lines(280, (index) => `k${index}: &a${index} *a${index - 1}`)}`),
  "comments up to the limit": skill(`${fields}\n${"#\n".repeat(1_400)}a: [`),
  "blank lines up to the limit": skill(`${fields}\na: >2\n${"\n".repeat(2_900)}`),
  "30,000 commas": skill(`${fields}\nlist: [${",".repeat(30_000)}`),
  "alias bomb": skill(`${fields}\n${aliasBomb}`),
  "merge bomb": skill(`${fields}\na: &a {x: y}\n${lines(50, (index) => `b${index}: &a\n  <<: [*a, *a]`)}`),
  "field called __proto__": skill(`${fields}\n__proto__:\n  polluted: yes\nconstructor: x`),
  "duplicate keys": skill(`${fields}\nname: other`),
  "list as name": skill("name: [a, b]\ndescription: d"),
  "map as description": skill("name: malformed\ndescription:\n  a: b"),
  "list of fields": skill("- name: malformed\n- description: d"),
  "text alone": skill("just a text"),
  "numbers and words of YAML": skill("name: 123\ndescription: yes"),
  "null name": skill("name: ~\ndescription: d"),
  "no name": skill("description: d"),
  "no description": skill("name: malformed"),
  "blank name": skill("name: '  '\ndescription: d"),
  "deep brackets": skill(`${fields}\na: ${"[".repeat(30_000)}`),
  "deep lists": skill(`${fields}\na:\n  ${"- ".repeat(15_000)}x`),
  "deep maps": skill(`${fields}\n${lines(230, (index) => `${" ".repeat(index)}k:`)}`),
  "deep explicit keys": skill(`${fields}\n${"? ".repeat(15_000)}`),
  "line of 64 KiB": skill(fields, "x".repeat(64 * 1024)),
  "line of 64 KiB in the frontmatter": skill(`name: malformed\ndescription: ${"x".repeat(64 * 1024)}`),
  unclosed: `---\n${fields}\n`,
  "one line": "---",
  "unclosed quote": skill('name: malformed\ndescription: "never closed'),
  "tab as indentation": skill("name: malformed\ndescription:\n\tb"),
  "unknown alias": skill("name: *nobody\ndescription: d"),
  "unknown tag": skill("name: !strange malformed\ndescription: d"),
  "two documents": skill(`${fields}\n...\nname: other`),
  directive: skill(`%YAML 1.1\n${fields}`),
  "lone escapes": skill('name: "\\ud800"\ndescription: d'),
};

/** Texts of about `size` bytes. */
function longTexts(size: number): Readonly<Record<string, string>> {
  return {
    "long body": skill(fields, "All work and no play. ".repeat(size / 22)),
    "many lines": skill(fields, "x\n".repeat(size / 2)),
    "much hidden text": skill(fields, "\u200b".repeat(size / 3)),
    "long and unclosed": `---\n${fields}\n${"x\n".repeat(size / 2)}`,
    "many blanks": " ".repeat(size),
    "many dashes": "-".repeat(size),
    "many links": skill(fields, "](".repeat(size / 2)),
    "long field": skill(`name: malformed\ndescription: ${"x".repeat(size)}`),
  };
}

const bytes: Readonly<Record<string, readonly number[]>> = {
  "invalid UTF-8": [
    ...encoder.encode("---\nname: mal"),
    0xff,
    0xfe,
    0xc0,
    0x80,
    ...encoder.encode("\ndescription: d\n---\n"),
  ],
  "UTF-16": [0xff, 0xfe, ...Array.from(skill(fields)).flatMap((character) => [character.charCodeAt(0), 0])],
  binary: Array.from({ length: 4096 }, (_, index) => (index * 73) % 256),
};

/** One SKILL.md for everything that can be wrong, sizes included: `size` is the bytes of those that are too long. */
export function malformedSkills(size = 10_000_000): readonly MalformedSkill[] {
  return [
    ...Object.entries({ ...texts, ...longTexts(size) }).map(([name, text]) => ({ name, bytes: encoder.encode(text) })),
    ...Object.entries(bytes).map(([name, each]) => ({ name, bytes: Uint8Array.from(each) })),
  ];
}
