import type { Metadata } from "next";
import { ReferencePage } from "#components/reference/reference-page.tsx";

export const metadata: Metadata = {
  title: "Which agent does what with skills",
  description:
    "Where Claude Code, Codex, Gemini CLI and other agents look for skills, what they call them, which they leave out, and what they tell their model: side by side, with sources.",
};

interface Params {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

async function Harnesses({ searchParams }: Params) {
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return <ReferencePage query={new URLSearchParams(given).toString()} />;
}
export default Harnesses;
