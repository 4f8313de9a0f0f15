import { createRepository, git } from "#test/servers/git-repository.ts";
import { looseObjects, type RawTree, writeCommit, writeRef, writeTag, writeTree } from "#test/servers/raw-objects.ts";
import { refusedNames } from "./hostile-names.ts";
import { hostileTrees } from "./hostile-trees.ts";

/** One branch of a hostile repository. */
export interface HostileBranch {
  readonly what: string;
  readonly branch: string;
  /** Whether all of it is refused. */
  readonly isRefused: boolean;
}

/** Creates the repository `root/name.git`, whose branches are hostile in different ways. */
export function createHostileRepository(root: string, name: string): readonly HostileBranch[] {
  const repository = createRepository(root, name, { "SKILL.md": "---\nname: a\ndescription: Of a.\n---\n" });
  const sink = looseObjects(repository);
  const branches: HostileBranch[] = [];
  const add = (what: string, id: string, isRefused: boolean) => {
    const branch = `r${branches.length}`;
    writeRef(repository, `refs/heads/${branch}`, id);
    branches.push({ what, branch, isRefused });
  };
  const addTree = (what: string, tree: RawTree, isRefused: boolean) =>
    add(what, writeCommit(sink, writeTree(sink, tree)), isRefused);
  for (const { what, tree, outcome } of hostileTrees) addTree(what, tree, "refused" in outcome);
  for (const [what, name] of refusedNames) {
    addTree(`a file named by ${what}`, [["40000", "skills", [["100644", name, "x"]]]], true);
    addTree(`a folder named by ${what}`, [["40000", name, [["100644", "SKILL.md", "x"]]]], true);
  }
  const blob = sink({ kind: "blob", bytes: Buffer.from("text") });
  const head = git(repository, ["rev-parse", "main"]);
  add("a branch that is a file", blob, true);
  add("a branch that is a folder", writeTree(sink, [["100644", "a", "x"]]), true);
  add("a commit of a file", writeCommit(sink, blob), true);
  add("a commit of no folder", writeCommit(sink, "1".repeat(40)), true);
  add("a commit without a line", sink({ kind: "commit", bytes: Buffer.from("") }), true);
  add("a commit of a commit", writeCommit(sink, head), true);
  add("a tag of a file", writeTag(sink, blob, "blob"), true);
  add("a tag of what it is not", writeTag(sink, head, "tree"), true);
  let chain = head;
  for (let depth = 0; depth < 20; depth++) chain = writeTag(sink, chain, depth === 0 ? "commit" : "tag");
  add("a tag of a tag of a tag", chain, true);
  return branches;
}
