import { isObject, type JsonObject } from "#lib/harness/go/json.ts";
import { parseSettings } from "#lib/harness/go/yaml-settings.ts";
import type { PolicyFile } from "#lib/harness/vocabulary/frontmatter.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { memoObject } from "#lib/memo.ts";
import { isTooMuch } from "#lib/skills/yaml/parse-yaml.ts";
import { exactText, type Files } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";

/** From whom the policy file in a skill's folder hides the skill. A missing or broken file hides nothing. */
export function hiddenByPolicy(
  files: Files,
  directory: string,
  { path, product, otherProducts }: PolicyFile,
): Partial<Skill> {
  const bytes = files.read(joinPath(directory, path));
  const policy = bytes && readPolicy(bytes);
  if (!policy?.products.every((each) => each === product || otherProducts.includes(each))) return {};
  const { products, isImplicit } = policy;
  // A skill whose policy names only other products is hidden from both the model and the person.
  if (products.length > 0 && !products.includes(product))
    return { hiddenFrom: "both", hiddenBy: `policy.products without ${product}` };
  return isImplicit ? {} : { hiddenFrom: "model", hiddenBy: `${policyKey}: false` };
}

interface Policy {
  /** In lower case. */
  readonly products: readonly string[];
  readonly isImplicit: boolean;
}

const policyKey = "allow_implicit_invocation";

/**
 * Reads a policy; `undefined` if it is not UTF-8, is longer or more complex than frontmatter may be, or has a wrong type anywhere.
 * Cached by the file's byte array, which never changes (see `Files.read`): each of thousands of skills may have one, and
 * every search asks for it.
 */
const readPolicy = memoObject((bytes: Uint8Array): Policy | undefined => {
  const text = exactText(bytes) ?? "";
  // Few policies have these keys, and a text without their letters could only have them by an escape of YAML.
  if (!text.includes(policyKey) && !text.includes("products") && !text.includes("\\")) return undefined;
  const settings = isTooMuch(text) ? undefined : parseSettings(text);
  const policy = settings?.policy;
  if (!isObject(policy)) return undefined;
  const { [policyKey]: allows, products = [] } = policy;
  if (!isShaped(settings ?? {}) || !Array.isArray(products)) return undefined;
  if (!isNone(allows) && typeof allows !== "boolean") return undefined;
  return { products: products.map((each) => String(each).toLowerCase()), isImplicit: allows !== false };
});

/** Whether the other parts of the file have their types. A missing part or null is accepted; a list must not be null. */
function isShaped({ interface: shown, dependencies: needs }: JsonObject): boolean {
  const tools = isObject(needs) && needs.tools !== undefined ? needs.tools : [];
  return (
    (isNone(shown) || areTexts(shown)) &&
    (isNone(needs) || isObject(needs)) &&
    Array.isArray(tools) &&
    tools.every(areTexts)
  );
}

function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function areTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((each) => typeof each !== "object" || each === null);
}
