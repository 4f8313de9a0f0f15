import type { Metadata } from "next";
import { parseSourcePath } from "#lib/share/source-path.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import { Workbench } from "./workbench.tsx";

interface LabPageProps {
  readonly params: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** A route of the lab: draws the workbench, whatever the address names. The browser reads it as it was written. */
export function labPage() {
  return async function LabPage({ searchParams }: Pick<LabPageProps, "searchParams">) {
    return <Workbench search={queryOf(await searchParams)} />;
  };
}

/** The route's title: what the address opens. */
export function labMetadata(form: string) {
  return async ({ params }: Pick<LabPageProps, "params">): Promise<Metadata> => {
    const source = parseSourcePath(labPath(form, await params));
    return { title: source ? sourceLabel(source) : "Your workspace" };
  };
}

/** Next hands over the segments percent-encoded throughout, where links write `@` and `:` as they are. */
function labPath(form: string, params: Awaited<LabPageProps["params"]>): string {
  return `/${[form, ...Object.values(params).flat()].join("/")}`.replaceAll("%40", "@").replaceAll("%3A", ":");
}

function queryOf(search: Awaited<LabPageProps["searchParams"]>): string {
  const pairs = Object.entries(search).flatMap(([key, value]) => [value ?? []].flat().map((one) => [key, one]));
  const query = new URLSearchParams(pairs).toString();
  return query && `?${query}`;
}
