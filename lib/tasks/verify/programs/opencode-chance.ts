import fc from "fast-check";
import { folderList, part, type Settings, settingsOf, someOf, withFurther } from "../random-settings.ts";
import { names } from "../random-skills.ts";

const name = fc.constantFrom(...names);
const pattern = fc.oneof(name, fc.constantFrom("alpha", "beta", "*", "al*", "[ab]*", "?lpha", "a*a"));
const action = fc.constantFrom("allow", "deny");
const rules = fc.dictionary(pattern, action, { minKeys: 1, maxKeys: 3 });

const permission = fc.oneof(
  { weight: 4, arbitrary: rules.map((skill) => ({ skill })) },
  action.map((skill) => ({ skill })),
  rules.map((skill) => ({ "*": "allow", skill })),
  rules.map((skill) => ({ skill, "s*": "allow" })),
  action,
);

const permissions = part("permission", permission);
const tools = part("tools", fc.dictionary(fc.constantFrom("skill", "sk*", "*", "bash"), fc.boolean(), { minKeys: 1 }));
const agent = fc.dictionary(fc.constantFrom("build", "build", "plan"), someOf(permissions, tools), { minKeys: 1 });
const command = fc.record(
  { template: fc.constantFrom("Own $ARGUMENTS", "Own $1", ""), description: fc.constantFrom("d", "") },
  { requiredKeys: ["template"] },
);
const skills = fc.oneof(
  { weight: 4, arbitrary: part("paths", folderList) },
  folderList.map((paths) => ({ paths, urls: ["http://127.0.0.1:1/skills/"] })),
  folderList,
);

const parts = someOf(
  permissions,
  permissions,
  tools,
  part("skills", skills),
  part("skills", skills),
  part("agent", agent),
  part("mode", agent),
  part("command", fc.dictionary(name, command, { minKeys: 1, maxKeys: 2 })),
);

/** Permissions about skills, added folders and commands in the settings of OpenCode or its fork. @param host its model's */
export function openCodeChance(id: string, host: object): Settings {
  const hosted = parts.map((each) => ({ ...host, ...each }));
  return withFurther(
    settingsOf({
      [`home/.config/${id}/${id}.json`]: hosted,
      [`home/.config/${id}/${id}.jsonc`]: parts,
      [`home/.${id}/${id}.json`]: parts,
      [`app/${id}.json`]: parts,
      [`app/${id}.jsonc`]: parts,
      [`app/.${id}/${id}.json`]: parts,
      "app/opencode.json": parts,
    }),
  );
}
