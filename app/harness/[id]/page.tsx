import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { HarnessPage } from "#components/reference/harness-page.tsx";
import { profiles } from "#lib/harness/profiles.ts";

interface Params {
  readonly params: Promise<{ readonly id: string }>;
}

async function profileOf({ params }: Params) {
  const { id } = await params;
  return profiles.find((profile) => profile.id === id) ?? notFound();
}

export async function generateMetadata(page: Params): Promise<Metadata> {
  const { label } = await profileOf(page);
  return {
    title: `${label} and skills`,
    description: `Where ${label} looks for skills, what it calls them, which it leaves out, and what it tells its model.`,
  };
}

async function Harness(page: Params) {
  return <HarnessPage profile={await profileOf(page)} />;
}
export default Harness;
