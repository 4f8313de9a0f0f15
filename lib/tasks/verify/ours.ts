import { guard } from "#lib/harness/access/guard.ts";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { newsOf } from "#lib/harness/catalog/reminder.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { callSkillTool, offeredTool, toldTool } from "#lib/harness/invocation/skill-tool.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { SkillTool } from "#lib/harness/vocabulary/activation.ts";
import type { Delivery } from "#lib/harness/vocabulary/catalog.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { type Headless, headless } from "./headless.ts";
import { printedMark, type Told, type ToldTool } from "./told.ts";
import type { PlacedTree } from "./tree.ts";
import { sha256 } from "./wire-text.ts";

/** The engine's result for a tree. `line`: as typed to the program. */
export function tellOurs(
  profile: Profile,
  tree: PlacedTree,
  { line, ...asked }: { readonly line: string | undefined; readonly headless: Headless },
): Told {
  const files = textFiles(tree.files, { links: tree.links, folders: [tree.cwd, tree.home] });
  const place = { cwd: tree.cwd, home: tree.home };
  const look = (touched: readonly string[]) => {
    const session = loadSession(profile, files, { ...place, touched });
    return { session, catalog: renderCatalog(profile, session) };
  };
  const looks = [0, ...tree.reads.map((_, index) => index + 1)].map((count) => look(tree.reads.slice(0, count)));
  const [first = look([])] = looks;
  const { session } = looks.at(-1) ?? first;
  const offered = offeredTool(profile, first.catalog);
  const tool = offered && toolOf(profile, offered, first.session);
  const asPrinting = tree.isTerminal ? profile : headless(profile, asked.headless);
  const typed = line === undefined ? undefined : interpretLine(asPrinting, first.session, line);
  const isFree = (path: string) => guard(asPrinting, first.session, path, "read").permission === "granted";
  const printed = typed && line !== undefined && { line: lineText(typed, line) };
  // It has asked its model for nothing.
  if (first.session.whyOff?.kind === "ended") return { catalog: "", own: [], ...printed, results: [], later: [] };
  return {
    ...(first.catalog.text !== "" && { stands: standsOf(profile.catalog.delivery) }),
    catalog: first.catalog.text,
    own: [],
    ...(tool && { tool }),
    ...printed,
    results: offered
      ? resultsOf(profile, offered, session, {
          calls: tree.calls,
          told: contentsOf(typed),
          said: typed?.kind === "text" ? (line ?? "") : "",
        })
      : [],
    ...(tree.isGuarded && { opened: tree.reads.filter(isFree) }),
    later: looks.slice(1).map(({ session: source, catalog }, index) => {
      return newsOf(profile, looks[index]?.catalog ?? catalog, { source, catalog });
    }),
  };
}

/** Where a catalog stands, in the terms of the programs' requests. */
function standsOf(delivery: Delivery): string {
  if (delivery.channel !== "reminder") return delivery.channel;
  const { role = "user", wrapper } = delivery;
  return wrapper === "{catalog}" ? role : `${role}, reminder`;
}

function toolOf(profile: Profile, tool: SkillTool, session: Session): ToldTool {
  const { name, longer } = tool;
  const { schema, description = "" } = toldTool(profile, tool, session);
  return { name, schema, ...(longer ?? { length: description.length, sha256: sha256(description) }) };
}

/** The content that a line has delivered, by skill name. */
function contentsOf(typed: LineResult | undefined): readonly (readonly [string, string])[] {
  if (typed?.kind !== "invocation") return [];
  return [typed.skill, ...(typed.others ?? [])].flatMap(({ name, singleFile }, index) => {
    const content = typed.contents[index] ?? "";
    return content === "" && singleFile ? [] : [[name, content] as const];
  });
}

function lineText(result: LineResult, line: string): string {
  if (result.kind === "text") return line;
  return result.kind === "command" ? printedMark + result.output : result.message;
}

interface Called {
  readonly calls: PlacedTree["calls"];
  /** The content that the person's line has delivered. */
  readonly told: readonly (readonly [string, string])[];
  readonly said: string;
}

function resultsOf(
  profile: Profile,
  tool: SkillTool,
  session: Session,
  { calls, told, said }: Called,
): readonly string[] {
  const active = new Set<string>();
  const given = new Map(told);
  return calls.map(([skill, args]) => {
    const input = {
      [tool.parameters.skill]: skill,
      ...(tool.parameters.arguments && { [tool.parameters.arguments]: args }),
    };
    const beside = (name: string, content: string) => {
      const before = given.get(name);
      return before === undefined ? undefined : before === content ? "same" : "other";
    };
    const result = callSkillTool(profile, tool, session, { input, active, beside, said });
    if (result.kind === "loaded") {
      active.add(result.skill.name);
      if (result.content !== "" || !result.skill.singleFile) given.set(result.skill.name, result.content);
    }
    return result.text;
  });
}
