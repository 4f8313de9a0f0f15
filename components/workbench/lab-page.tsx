import type { Metadata } from "next";
import { previewOf } from "#components/report/preview.ts";
import { parseSourcePath } from "#lib/share/source-path.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import { Workbench } from "./workbench.tsx";

/** The page of every lab route. The workbench reads the address in the browser, where it is as written. */
export function LabPage() {
  return <Workbench />;
}

interface LabParams {
  readonly params: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

/** The metadata of a lab route `/{form}/…`: the title names the source. */
export function labMetadata(form: string) {
  return async ({ params }: LabParams): Promise<Metadata> => {
    const path = `/${[form, ...Object.values(await params).flat()].join("/")}`;
    // Next hands over the segments percent-encoded throughout, where links write `@` and `:` as they are.
    const source = parseSourcePath(path.replaceAll("%40", "@").replaceAll("%3A", ":"));
    const title = source ? sourceLabel(source) : "Your workspace";
    return { title, ...previewOf(source, title) };
  };
}
