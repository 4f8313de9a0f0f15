import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** The classes that a file uses from a style sheet which does not define them. */
function missingClasses(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  const code = text.replaceAll(/^(?:import|} from) .*$/gm, "");
  return [...text.matchAll(/^import (\w+) from "([^"]+\.module\.css)";$/gm)].flatMap(([, name = "", from = ""]) => {
    const sheet = readFileSync(from.startsWith("#") ? from.slice(1) : join(dirname(file), from), "utf8");
    const used = new Set([...code.matchAll(new RegExp(`\\b${name}\\.([A-Za-z_]\\w*)`, "g"))].map(([, used]) => used));
    return [...used].flatMap((used) => (new RegExp(`\\.${used}\\b`).test(sheet) ? [] : [`${file}: ${name}.${used}`]));
  });
}

// A class missing from its style sheet is `undefined`, which types do not catch: the element is drawn without style.
test("every class that a component takes from a style sheet is there", () => {
  const files = globSync(["app/**/*.tsx", "components/**/*.tsx"]);
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(missingClasses)).toEqual([]);
});
