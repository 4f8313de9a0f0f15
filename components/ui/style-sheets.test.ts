import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** Of a file, which classes it takes from which style sheet that has none of that name. */
function missingClasses(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  const code = text.replaceAll(/^(?:import|} from) .*$/gm, "");
  return [...text.matchAll(/^import (\w+) from "([^"]+\.module\.css)";$/gm)].flatMap(([, name = "", from = ""]) => {
    const sheet = readFileSync(from.startsWith("#") ? from.slice(1) : join(dirname(file), from), "utf8");
    const used = new Set([...code.matchAll(new RegExp(`\\b${name}\\.([A-Za-z_]\\w*)`, "g"))].map(([, used]) => used));
    return [...used].flatMap((used) => (new RegExp(`\\.${used}\\b`).test(sheet) ? [] : [`${file}: ${name}.${used}`]));
  });
}

// A class that is gone from its style sheet is `undefined`, which no type tells: what it was for is drawn without a style.
test("every class that a component takes from a style sheet is there", () => {
  const files = globSync(["app/**/*.tsx", "components/**/*.tsx"]);
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(missingClasses)).toEqual([]);
});
