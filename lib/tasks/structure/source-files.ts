import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import ts from "typescript";

/** One file of the program's own code, reduced to its structure. Tests, cases and fixtures are left out. */
export interface SourceFile {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  readonly lines: number;
  /** Length in lines of every function, from its first line to its last. */
  readonly functions: readonly number[];
  /** The lengths of functions over 60 lines whose comment does not say why they are long. */
  readonly unexplained: readonly number[];
  readonly imports: readonly Import[];
  /** Packages that are loaded before it runs. */
  readonly packages: readonly string[];
}

export interface Import {
  /** The imported file of the project. */
  readonly path: string;
  /** Whether it is a type import, which is gone at run time. */
  readonly isType: boolean;
  /** Whether it is loaded on demand (`import()`). */
  readonly isLazy: boolean;
}

const isProgram = (path: string) =>
  /^(app|components|lib)\/.*\.tsx?$/.test(path) && !/\.(test|spec|d)\.tsx?$|-fixture\.ts$|^lib\/tasks\//.test(path);

/** The program's files in `folder`, as tracked by git. */
export function readSourceFiles(folder: string): SourceFile[] {
  const listed = execFileSync("git", ["ls-files"], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
  const paths = new Set(listed.split("\n").filter(isProgram));
  return [...paths].map((path) => readSourceFile(path, readFileSync(join(folder, path), "utf8"), paths));
}

function readSourceFile(path: string, text: string, known: ReadonlySet<string>): SourceFile {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const lineOf = (offset: number) => source.getLineAndCharacterOfPosition(offset).line;
  const functions: number[] = [];
  const unexplained: number[] = [];
  const imports = new Map<string, Import>();
  const packages = new Set<string>();

  const note = (name: ts.Expression | undefined, { isType = false, isLazy = false }) => {
    if (!name || !ts.isStringLiteral(name)) return;
    const target = name.text.startsWith("#") ? name.text.slice(1) : join(dirname(path), name.text);
    const before = imports.get(target) ?? { isType: true, isLazy: true };
    if (known.has(target))
      imports.set(target, {
        path: target,
        isType: isType && before.isType,
        isLazy: (isLazy || isType) && before.isLazy,
      });
    else if (/^[\w@]/.test(name.text) && !isType && !isLazy) packages.add(packageOf(name.text));
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) note(node.moduleSpecifier, { isType: isTypeImport(node.importClause) });
    else if (ts.isExportDeclaration(node)) note(node.moduleSpecifier, { isType: node.isTypeOnly });
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      note(node.arguments[0], { isLazy: true });
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const length = lineOf(node.end) - lineOf(node.getStart(source)) + 1;
      functions.push(length);
      const comments = ts.getLeadingCommentRanges(text, node.pos) ?? [];
      const isSaid = comments.some(({ pos, end }) => /\blong/i.test(text.slice(pos, end)));
      if (length > 60 && !isSaid) unexplained.push(length);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return {
    path,
    lines: text.split("\n").length - 1,
    functions,
    unexplained,
    imports: [...imports.values()],
    packages: [...packages],
  };
}

/** The package of a module: `@a/b/c` belongs to `@a/b`. */
function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return clause !== undefined;
  const { name, namedBindings } = clause;
  return (
    !name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}
