import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FieldPage } from "#components/reference/field-page.tsx";
import { describeField } from "#lib/harness/describe/describe-field.ts";
import { profiles } from "#lib/harness/profiles.ts";

interface Params {
  readonly params: Promise<{ readonly name: string }>;
}

async function fieldOf({ params }: Params) {
  const { name } = await params;
  return describeField(profiles, name) ?? notFound();
}

export async function generateMetadata(page: Params): Promise<Metadata> {
  const { key, about } = await fieldOf(page);
  return { title: `${key} in a SKILL.md`, description: `${about} Which agents read it, and what they ask of it.` };
}

async function Field(page: Params) {
  return <FieldPage field={await fieldOf(page)} />;
}
export default Field;
