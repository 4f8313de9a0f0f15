import { writeFileSync } from "node:fs";
import { styleText } from "node:util";
import { complain, harmlessJson, harmlessText, UsageError } from "./console.ts";

/** Output formats. `github`: lines that GitHub Actions shows beside the code. */
export const formats = ["text", "json", "markdown", "sarif", "github"] as const;
export type Format = (typeof formats)[number];

type Color = "red" | "yellow" | "green" | "gray";

/** Colours a piece of a text, or leaves it as it is. */
export type Paint = (color: Color, text: string) => string;

/** A verb's result in each of its formats, created on demand: the same result gives the same bytes. */
export type Faces = { readonly [Which in Format]?: (paint: Paint) => string };

/** Options for where a result goes; for `parseArgs`. */
export const outputOptions = {
  format: { type: "string" },
  output: { type: "string", multiple: true },
  out: { type: "string" },
  json: { type: "boolean" },
  markdown: { type: "boolean" },
  sarif: { type: "boolean" },
  quiet: { type: "boolean" },
  color: { type: "boolean" },
} as const;

/** The formats, as text for `--help`. */
export function outputUsage(known: readonly Format[]): string {
  return `  --format <name>             ${known.join(", ")} (default: text)
  --output [<format>:]<file>  also write to a file, in the format of its ending unless named; repeatable
  --quiet                     print errors only
  --color, --no-color         colours in text (default: in a terminal, unless NO_COLOR is set)`;
}

interface OutputValues {
  readonly format?: string | undefined;
  readonly output?: readonly string[] | undefined;
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
  readonly markdown?: boolean | undefined;
  readonly sarif?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly color?: boolean | undefined;
}

/** Where a result goes. */
export interface Output {
  readonly format: Format;
  /** Whether it is printed; with `--out` it goes to a file instead. */
  readonly isPrinted: boolean;
  readonly files: readonly { readonly format: Format; readonly file: string }[];
  readonly quiet: boolean;
  readonly color: boolean | undefined;
}

/** @throws UsageError if options contradict each other, or ask for a format that the verb does not have */
export function readOutput(values: OutputValues, known: readonly Format[]): Output {
  const asked = [
    ...(values.format === undefined ? [] : [values.format]),
    ...(["json", "markdown", "sarif"] as const).filter((name) => values[name]),
  ];
  if (asked.length > 1) throw new UsageError("One of --format, --json, --markdown and --sarif.");
  const format = formatOf(asked[0] ?? "text", known);
  const files = (values.output ?? []).map((written) => fileOf(written, format, known));
  const only = values.out === undefined ? [] : [{ format, file: values.out }];
  return {
    format,
    isPrinted: only.length === 0,
    files: [...files, ...only],
    quiet: values.quiet ?? false,
    color: values.color,
  };
}

function formatOf(name: string, known: readonly Format[]): Format {
  const format = known.find((one) => one === name);
  if (!format) throw new UsageError(`There is no format ${name} here. There are: ${known.join(", ")}.`);
  return format;
}

const endings: Readonly<Record<string, Format>> = { json: "json", md: "markdown", sarif: "sarif", txt: "text" };

function fileOf(written: string, chosen: Format, known: readonly Format[]) {
  const prefix = formats.find((format) => written.startsWith(`${format}:`));
  if (prefix) return { format: formatOf(prefix, known), file: written.slice(prefix.length + 1) };
  const ending = endings[/\.(\w+)$/.exec(written)?.[1] ?? ""];
  return { format: ending ? formatOf(ending, known) : chosen, file: written };
}

/** Whether any output is in this format. */
export function asksFor({ format, isPrinted, files }: Output, wanted: Format): boolean {
  return (isPrinted && format === wanted) || files.some((each) => each.format === wanted);
}

/** Writes a result to its destinations. Nothing else is ever written to stdout. */
export function deliver(faces: Faces, { format, isPrinted, files, color }: Output): void {
  for (const { format: each, file } of files) writeFileSync(file, faceIn(faces, each, plain));
  if (!isPrinted) return;
  const isColored = color ?? (process.stdout.isTTY === true && !process.env.NO_COLOR);
  process.stdout.write(faceIn(faces, format, isColored ? paint : plain));
}

function faceIn(faces: Faces, format: Format, painter: Paint): string {
  const face = faces[format]?.(painter) ?? "";
  if (format === "json" || format === "sarif") return harmlessJson(face);
  // In these two formats untrusted text has already been made harmless before it was coloured or escaped as a workflow command.
  return format === "text" || format === "github" ? face : harmlessText(face);
}

const plain: Paint = (_, text) => text;
const paint: Paint = (color, text) => styleText(color, text, { validateStream: false });

/** Writes to stderr what is not part of the result, unless `quiet`. */
export function remark({ quiet }: Pick<Output, "quiet">, line: string): void {
  if (!quiet) complain(line);
}
