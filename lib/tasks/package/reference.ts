/**
 * Makes the library's reference from its docstrings: `npm run reference` writes `lib/library/reference.json`, which `/guide/library` draws.
 * It is committed with the sources, so that a change shows its effect on users of the library; `check-package.ts` checks that it is up to
 * date.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JSONOutput } from "typedoc";
import type { LibraryReference, ReferenceEntry, ReferenceMember } from "#lib/library/reference-shape.ts";
import { projectFolder } from "../install.mjs";
import { doors, packageName } from "./build-package.ts";
import { commentText, tagTexts, typeText } from "./type-text.ts";

const file = join(projectFolder, "lib/library/reference.json");

/** The committed reference. */
export function keptReference(): LibraryReference {
  return JSON.parse(readFileSync(file, "utf8")) as LibraryReference;
}

/** The reference from the current docstrings. @throws Error if TypeDoc cannot read them */
export async function libraryReference(): Promise<LibraryReference> {
  const modules = new Map((await convert()).map((each) => [each.name, each]));
  return {
    doors: Object.entries(doors).map(([door, source]) => ({
      name: door === "index" ? packageName : `${packageName}/${door}`,
      entries: entriesOf(modules.get(source.replace(/\.ts$/, ""))?.children ?? []),
    })),
  };
}

/** The modules of the entry points, read by TypeDoc: it gets only these files, as it would otherwise read the whole project. */
async function convert(): Promise<readonly JSONOutput.DeclarationReflection[]> {
  const { Application } = await import("typedoc");
  const folder = mkdtempSync(join(tmpdir(), "skillground-reference-"));
  const entryPoints = Object.values(doors).map((source) => join(projectFolder, source));
  const tsconfig = join(folder, "tsconfig.json");
  const compilerOptions = { types: [], plugins: [], incremental: false };
  writeFileSync(
    tsconfig,
    JSON.stringify({ extends: join(projectFolder, "tsconfig.json"), compilerOptions, files: entryPoints, include: [] }),
  );
  try {
    const app = await Application.bootstrap({
      entryPoints,
      tsconfig,
      basePath: projectFolder,
      readme: "none",
      sort: ["source-order"],
      disableSources: true,
      skipErrorChecking: true,
      validation: false,
      logLevel: "Error",
    });
    const project = await app.convert();
    if (!project) throw new Error("TypeDoc could not read the library.");
    const { children = [] } = app.serializer.projectToObject(project, projectFolder as never);
    return children as readonly JSONOutput.DeclarationReflection[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const kinds = ["function", "value", "type"] as const;

function entriesOf(exported: readonly JSONOutput.DeclarationReflection[]): readonly ReferenceEntry[] {
  const entries = exported.map(entryOf);
  return kinds.flatMap((kind) => entries.filter((entry) => entry.kind === kind));
}

function entryOf(exported: JSONOutput.DeclarationReflection): ReferenceEntry {
  const { name, type, children, comment, flags } = exported;
  const [signature] = exported.signatures ?? [];
  if (signature) return functionEntry(signature);
  const told = { name, about: commentText(comment), examples: examplesOf(comment) };
  if (flags.isConst) return { ...told, kind: "value", code: `const ${name}: ${typeText(type)}`, members: [] };
  if (type)
    return { ...told, kind: "type", code: `type ${name} = ${typeText(type)}`.replace(/ +$/gm, ""), members: [] };
  const extended = (exported.extendedTypes ?? []).map((each) => typeText(each)).join(", ");
  const own = (children ?? []).filter((member) => !member.inheritedFrom);
  const code = `interface ${name}${extended && ` extends ${extended}`}`;
  return { ...told, kind: "type", code, members: own.map(memberOf) };
}

function functionEntry({ name, parameters = [], type, comment }: JSONOutput.SignatureReflection): ReferenceEntry {
  const takes = parameters.map((each) => `${each.name}${isOptional(each) ? "?" : ""}: ${typeText(each.type)}`);
  const [throws] = tagTexts(comment, "@throws");
  return {
    name,
    kind: "function",
    code: `function ${name}(${takes.join(", ")}): ${typeText(type)}`,
    about: commentText(comment),
    // A parameter without text is described by the declaration alone.
    members: parameters.map(memberOf).filter(({ about }) => about !== ""),
    ...(throws !== undefined && { throws }),
    examples: examplesOf(comment),
  };
}

function memberOf(member: JSONOutput.DeclarationReflection | JSONOutput.ParameterReflection): ReferenceMember {
  const { name, type, comment } = member;
  const [method] = ("signatures" in member && member.signatures) || [];
  const text = method
    ? `(${(method.parameters ?? []).map(({ name }) => name).join(", ")}) => ${typeText(method.type)}`
    : typeText(type);
  return { name, type: text, isOptional: isOptional(member), about: commentText(comment ?? method?.comment) };
}

function isOptional({
  flags,
  defaultValue,
}: JSONOutput.DeclarationReflection | JSONOutput.ParameterReflection): boolean {
  return flags.isOptional === true || defaultValue !== undefined;
}

/** The programs in a docstring, without their fences. */
function examplesOf(comment: JSONOutput.Comment | undefined): readonly string[] {
  return tagTexts(comment, "@example").map((text) => text.replace(/^```ts\n|\n```$/g, ""));
}

if (import.meta.main) writeFileSync(file, `${JSON.stringify(await libraryReference(), undefined, 2)}\n`);
