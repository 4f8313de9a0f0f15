import { type FieldUse, fieldUse } from "#lib/harness/describe/describe-field.ts";
import { frontmatterFields } from "#lib/harness/describe/fields.ts";
import { type Answer, type FeatureGroup, undocumentedAnswer } from "./feature.ts";

const uses: Readonly<Record<FieldUse, Answer>> = {
  read: { text: "read", is: "yes" },
  known: { text: "known", is: "part" },
  ignored: { text: "ignored", is: "no" },
  undocumented: undocumentedAnswer,
};

/** Which fields of the frontmatter a harness reads. Those that are only known change nothing in what it makes of a skill here. */
export const fieldFeatures: FeatureGroup = {
  id: "fields",
  title: "Fields of the frontmatter",
  features: frontmatterFields.map(({ key }) => ({
    id: `field-${key}`,
    title: key,
    answer: (profile) => uses[fieldUse(profile, key)],
  })),
};
