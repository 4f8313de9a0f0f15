import type { Metadata } from "next";
import { previewOf } from "#components/report/preview.ts";
import { ReportPage } from "#components/report/report-page.tsx";
import { parseSourcePath } from "#lib/share/source-path.ts";
import { sourceLabel } from "#lib/vfs/source.ts";

interface PageParams {
  readonly params: Promise<{ readonly address: readonly string[] }>;
}

export async function generateMetadata({ params }: PageParams): Promise<Metadata> {
  // Next hands over the segments percent-encoded throughout, where links write `@` and `:` as they are.
  const path = `/${(await params).address.join("/")}`.replaceAll("%40", "@").replaceAll("%3A", ":");
  const source = parseSourcePath(path);
  const label = source ? sourceLabel(source) : "";
  return {
    title: source ? `Skill report: ${label}` : "Skill report",
    ...previewOf(source, `Skill report: ${label}`),
    description:
      "What each agent makes of these skills, what they cost and need, and what to read before installing them.",
  };
}

export default ReportPage;
