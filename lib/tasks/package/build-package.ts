import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OutputAsset, OutputChunk } from "rolldown";
import type { PackagedAs } from "#lib/command/own-files.ts";
import { schemaNames, schemaOf } from "#lib/command/schemas.ts";
import type { Sample } from "#lib/upload/sample.ts";
import { projectFolder } from "../install.mjs";
import { sourceAddress } from "../source-address.ts";
import { oldestMajor } from "./oldest-node.ts";

/** Sizes in bytes. */
export interface PackageSizes {
  /** Everything in the command except the conformance cases, which are data. */
  readonly command: number;
  /** What `import "skillground"` loads. */
  readonly engine: number;
  readonly cases: number;
}

/** The package's entry points by subpath, and their modules. */
export const doors = {
  index: "lib/library/library.ts",
  words: "lib/library/words.ts",
  conformance: "lib/library/conformance.ts",
};
/** The scripts of threads that the command starts (`lib/command/own-files.ts`). */
const threads = { "judge-thread": "lib/command/report/judge-thread.ts" };
export const packageName = "skillground";
/** Our modules that replace packages' modules. */
const inPlaceOf = join(projectFolder, "lib/tasks/package/in-place-of");
const cases = "lib/harness/conformance/cases";

/**
 * Packages that only some runs need, and that weigh as much as the rest together: people who run evals with a provider's models, or check
 * links, install them beside this package.
 */
const beside = [
  "@ai-sdk/anthropic",
  "@ai-sdk/google",
  "@ai-sdk/mistral",
  "@ai-sdk/openai",
  "@ai-sdk/openai-compatible",
  "@openrouter/ai-sdk-provider",
  "bullmq",
  "ioredis",
  "re2js",
  "undici",
];

interface ProjectFile {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Writes the package's folder, for `npm pack` and `npm publish`. */
export async function buildPackage(folder: string): Promise<PackageSizes> {
  const project = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8")) as ProjectFile;
  const source = sourceAddress();
  const dist = join(folder, "dist");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const chunks = await bundle({ version: project.version, ...(source !== undefined && { source }) });
  const declarations = await declare();
  for (const each of [...chunks, ...declarations]) writeFileSync(join(dist, each.fileName), contentOf(each));
  const casesSize = writeAssets(join(dist, "assets"));
  writeSchemas(join(dist, "schemas"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(packageFile(project, source), null, 2)}\n`);
  cpSync(join(projectFolder, "lib/library/README.md"), join(folder, "README.md"));
  cpSync(join(projectFolder, "LICENSE"), join(folder, "LICENSE"));
  return { command: sizeOf(folder) - casesSize, engine: loadedBy(chunks, "index.js"), cases: casesSize };
}

async function bundle(packagedAs: PackagedAs): Promise<readonly OutputChunk[]> {
  const { build } = await import("rolldown");
  const { output } = await build({
    cwd: projectFolder,
    input: { ...doors, ...threads, [packageName]: "lib/command/main.ts" },
    // A package with a replacement module is imported by that module on demand.
    external: beside.filter((name) => name !== "re2js"),
    platform: "node",
    // The packages' ES modules instead of what Node would load without modules, so that unused parts are dropped.
    resolve: {
      mainFields: ["module", "main"],
      alias: {
        "@lezer/highlight": join(inPlaceOf, "lezer-highlight.ts"),
        "@jsonjoy.com/fs-core": join(inPlaceOf, "memfs.ts"),
        re2js: join(inPlaceOf, "re2js.ts"),
        "#lib/chat/models/downloaded/downloaded-model.ts": join(inPlaceOf, "page-only.ts"),
        "#lib/chat/models/prompt-api.ts": join(inPlaceOf, "page-only.ts"),
        "#lib/models/secrets.ts": join(inPlaceOf, "page-secrets.ts"),
        "./attach.ts": join(inPlaceOf, "page-only.ts"),
        "./carry-conversation.ts": join(inPlaceOf, "page-only.ts"),
        "./failure-text/rooms.ts": join(inPlaceOf, "page-failures.ts"),
        "./failure-text/keeping.ts": join(inPlaceOf, "page-failures.ts"),
        "@ai-sdk/gateway": join(inPlaceOf, "ai-gateway.ts"),
        "@modelcontextprotocol/server/_shims": join(inPlaceOf, "mcp-shims.ts"),
        yaml: join(projectFolder, "node_modules/yaml/browser/dist/index.js"),
        // For Node its package names the CommonJS build, with which come all dependencies for git features that nobody here uses.
        "isomorphic-git": join(projectFolder, "node_modules/isomorphic-git/index.js"),
      },
    },
    plugins: [{ name: "decrypts-nothing", resolveId: inPlaceOfCrypto }],
    treeshake: {
      // Packages make schemas at their top level, most of which nothing asks for.
      manualPureFunctions: ["z", "lazySchema", "createIdGenerator"],
      moduleSideEffects: [
        { test: /lib\/(?:zod-jitless|command\/(?:main|report\/judge-thread))\.ts$/, sideEffects: true },
        { test: /./, sideEffects: false },
      ],
    },
    transform: { define: { packagedAs: JSON.stringify(packagedAs) } },
    output: {
      format: "es",
      minify: true,
      comments: { legal: false },
      banner: ({ name }: { readonly name: string }) => (name === packageName ? "#!/usr/bin/env node" : ""),
      chunkFileNames: "[name].js",
    },
    write: false,
    logLevel: "silent",
  });
  return output.filter((each) => each.type === "chunk");
}

/** The replacement of a module of zip.js that decrypts, which its own modules import by relative paths. */
function inPlaceOfCrypto(imported: string, importer = ""): string | undefined {
  const isCrypto = importer.includes("@zip.js") && /\/(?:aes|zip)-crypto-stream\.js$/.test(imported);
  return isCrypto ? join(inPlaceOf, "zip-crypto.ts") : undefined;
}

/** The type declarations of the entry points, from the same sources. */
async function declare(): Promise<readonly OutputChunk[]> {
  const [{ build }, { dts }] = await Promise.all([import("rolldown"), import("rolldown-plugin-dts")]);
  const { output } = await build({
    cwd: projectFolder,
    input: doors,
    plugins: [dts({ emitDtsOnly: true, tsconfig: "tsconfig.json" })],
    output: { format: "es", chunkFileNames: "[name].js" },
    write: false,
    logLevel: "silent",
  });
  return output.filter((each) => each.type === "chunk");
}

function contentOf(each: OutputChunk | OutputAsset): string | Uint8Array {
  return each.type === "chunk" ? each.code : each.source;
}

/** Writes the files that the command reads from its own folder (`lib/command/own-files.ts`). Returns the size of the cases. */
function writeAssets(assets: string): number {
  const samples = "public/samples";
  const write = (path: string, value: unknown) => writeFileSync(join(assets, path), JSON.stringify(value));
  const read = (path: string): unknown => JSON.parse(readFileSync(join(projectFolder, path), "utf8"));
  cpSync(join(projectFolder, samples, "bundled"), join(assets, samples, "bundled"), { recursive: true });
  const index = read(`${samples}/index.json`) as readonly Sample[];
  write(
    `${samples}/index.json`,
    index.filter(({ bundled }) => bundled),
  );
  mkdirSync(join(assets, cases), { recursive: true });
  for (const name of readdirSync(join(projectFolder, cases))) write(`${cases}/${name}`, read(`${cases}/${name}`));
  return sizeOf(join(assets, cases));
}

function writeSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of schemaNames) writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schemaOf(name))}\n`);
}

function packageFile({ version, description, license, ...project }: ProjectFile, source: string | undefined) {
  const dependencies = { ...project.devDependencies, ...project.dependencies };
  const door = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
  return {
    name: packageName,
    version,
    description,
    license,
    type: "module",
    ...(source !== undefined && { repository: { type: "git", url: `git+${source}.git` } }),
    engines: { node: `>=${oldestMajor}` },
    bin: { [packageName]: `dist/${packageName}.js` },
    exports: {
      ".": door("index"),
      "./words": door("words"),
      "./conformance": door("conformance"),
      "./cases/*.json": `./dist/assets/${cases}/*.json`,
      "./schemas/*.json": "./dist/schemas/*.json",
      "./package.json": "./package.json",
    },
    files: ["dist"],
    sideEffects: false,
    peerDependencies: Object.fromEntries(beside.map((name) => [name, dependencies[name]])),
    peerDependenciesMeta: Object.fromEntries(beside.map((name) => [name, { optional: true }])),
  };
}

/** Bytes of an entry and its imports. */
function loadedBy(chunks: readonly OutputChunk[], entry: string): number {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const known = new Set<string>();
  const load = (name: string) => {
    if (known.has(name)) return;
    known.add(name);
    for (const next of byName.get(name)?.imports ?? []) load(next);
  };
  load(entry);
  return [...known].reduce((sum, name) => sum + Buffer.byteLength(byName.get(name)?.code ?? ""), 0);
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
