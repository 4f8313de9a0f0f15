import { type FieldUse, fieldUse } from "#lib/harness/describe/describe-field.ts";
import { frontmatterFields } from "#lib/harness/describe/fields.ts";
import { type Answer, type FeatureGroup, undocumentedAnswer } from "./feature.ts";

const uses: Readonly<Record<FieldUse, Answer>> = {
  read: { text: "read", is: "yes" },
  known: { text: "known", is: "part" },
  ignored: { text: "ignored", is: "no" },
  undocumented: undocumentedAnswer,
};

/** Which frontmatter fields a harness reads. A field that is only known has no effect on skills in this lab. */
export const fieldFeatures: FeatureGroup = {
  id: "fields",
  title: "Fields of the frontmatter",
  features: frontmatterFields.map(({ key }) => ({
    id: `field-${key}`,
    title: key,
    answer: (profile) => uses[fieldUse(profile, key)],
  })),
};
