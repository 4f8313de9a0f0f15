import { describe, expect, test } from "vitest";
import type { Asked } from "#components/workspace/asked-dialog.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { WorkspaceActions } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { type Action, canBeDone, isPressed, keyCaps } from "./action.ts";
import { allActions, possibleActions, shortcutsIn } from "./all-actions.ts";
import { find } from "./workspace-actions.ts";

const page = createPageFixture();
const greet = "/workspace/.agents/skills/greet/SKILL.md";

type Verb = keyof WorkspaceActions;

/** Verbs that no action begins. The value says where each is begun instead, or why nobody would look for it in a list. */
const elsewhere: Partial<Record<Verb, string>> = {
  // Begun from a panel, the message box or a row
  changeDraft: "every key in the editor",
  keepDraft: "a choice between two versions, told with both",
  dropDraft: "Discard asks first",
  standingOfDraft: "told in the editor, unasked",
  mountedVersion: "told beside the file",
  saveSet: "Save, below the requests of a set that was read from a file",
  applyFix: "stands at the problem that it mends",
  complete: "told while a line is typed",
  completeFile: "told while a line is typed",
  setMessageText: "every key in the message box",
  submit: "Send, with what stands in the box",
  detach: "at the file that is attached",
  unqueue: "at the line that waits",
  approve: "answers a question that has to be read",
  decideRun: "answers a question that has to be read",
  withdrawAllowance: "at what is allowed",
  endHoldup: "at the note that nothing comes",
  editMessage: "at the message",
  walkBranches: "at the message that has branches",
  selectSkill: "skills are in the palette themselves",
  allPaths: "files are in the palette themselves",
  findText: "text in files is in the palette itself",
  linkedFile: "the address tells it",
  dismissFailure: "at the note that it ends",
  dismissLinked: "at the note that it ends",
  dismissLosses: "at the note that it ends",
  describeLinked: "told in the note on a link",
  acceptOffer: "on the sheet that shows all of what a link brings",
  lessonVerb: "at the step of the lesson that it belongs to",
  // Begun in dialogs that actions open
  makeSkill: "new",
  makeFile: "new",
  moveFile: "move",
  deleteFile: "move",
  filesToMove: "move",
  mount: "sources",
  unmount: "sources",
  moveMount: "sources",
  pinMount: "sources",
  placeMount: "sources",
  chooseWay: "beside each number that it changes",
  countSkills: "sources",
  skillChoices: "sources",
  installSkills: "sources",
  chooseSkills: "sources",
  compareWithHost: "sources",
  ownEdits: "sources",
  sinceTrusted: "sources",
  trustMount: "sources",
  applyUpdate: "shows what an update changes first",
  compareHarnesses: "compare",
  reportMount: "report",
  ownChanges: "changes",
  changedFiles: "changes",
  revertChange: "changes",
  revertPart: "changes",
  exportPatch: "changes",
  exportChangedFiles: "changes",
  skillObjections: "changes",
  exportSkill: "changes",
  writeBack: "changes",
  openConversation: "conversations",
  renameConversation: "conversations",
  removeConversation: "conversations",
  searchConversations: "conversations",
  exportConversation: "conversations",
  importConversation: "conversations",
  lookAhead: "evals",
  runEvals: "evals",
  keepEvals: "evals",
  writeRequests: "evals",
  writeSkillSet: "evals",
  priceOfModel: "evals",
  improveDescription: "evals",
  describeSkill: "evals",
  runTrial: "trial",
  judgeAnswers: "trial",
  setModels: "settings",
  knownSecrets: "settings",
  keepSecret: "settings",
  forgetSecrets: "settings",
  unlockSecrets: "settings",
  forgetEverything: "settings",
  exportFile: "share",
  carriedChanges: "share",
  shareLink: "share",
  attach: "picks files, which a browser lets a click on its own button do only",
  removeAside: "at the note on what was not brought back",
  exportChanges: "at the alert that this work is not saved",
  workshopStanding: "in the lesson's own dialogs",
  roomPlan: "in the room's own dialog",
  authoredWorkshop: "in the workshop's own dialog",
  lintWorkshop: "in the workshop's own dialog",
  lessonIncoming: "in the workshop's own dialog",
  saveWorkshop: "in the workshop's own dialog",
  makeLesson: "share",
  runLine: "in the terminal",
  keepRun: "in the terminal",
  lineChanges: "what the terminal asks about",
  prepareRun: "when the terminal opens",
  scriptOffer: "when a script is shown",
  runFolder: "what the terminal says beside its name",
  restRun: "when the terminal closes",
  packageOffer: "what is asked about a command of the model's",
  keptPackages: "settings",
  removePackages: "settings",
};

const everyPart: Readonly<Record<Asked, true>> = {
  changes: true,
  compare: true,
  conversations: true,
  discard: true,
  edit: true,
  evals: true,
  facts: true,
  keys: true,
  move: true,
  new: true,
  overlap: true,
  palette: true,
  report: true,
  settings: true,
  share: true,
  sources: true,
  terminal: true,
  trial: true,
  trim: true,
};

async function openGreet() {
  const lab = page.openText("---\nname: greet\ndescription: Hello\n---\n");
  await until(lab, ({ phase, view }) => phase.kind === "ready" && view.discovery.skills.length > 0);
  lab.actions.openFile(greet);
  lab.actions.selectSkill(greet);
  return lab;
}

/** A state with a repository that follows a branch and a folder on disk, in one workspace, whose lesson a live room attends. */
function withSources(state: WorkspaceState): WorkspaceState {
  const [mount] = state.mounts;
  if (!mount) throw new Error("Nothing is mounted.");
  const source = { kind: "git", url: "https://git.example/a/b", ref: "main" } as const;
  return {
    ...state,
    profileId: "kodelet",
    mounts: [mount, { ...mount, id: "git", label: "a/b", source, commit: "a".repeat(40) }],
    live: new Map([[mount.id, { kind: "following" } as never]]),
    room: { code: "1", name: "", line: { kind: "live" } as never, isBehind: false, ignored: 0, follows: false },
  };
}

interface Done {
  readonly verbs: ReadonlySet<string>;
  readonly parts: ReadonlySet<string>;
}

/** Runs every action, possible or not, and records what it did. */
function doAll(actions: readonly Action[], state: WorkspaceState): Done {
  const verbs = new Set<string>();
  const parts = new Set<string>();
  const recorder = new Proxy({} as WorkspaceActions, {
    get: (_target, verb) => () => {
      verbs.add(String(verb));
      return Promise.resolve();
    },
  });
  for (const action of actions) {
    const ask = (part: Asked) => void parts.add(part);
    const nothing = () => {};
    const page = { showPanel: nothing, writeMessage: nothing, walkPanels: nothing, chooseTheme: nothing };
    action.run({ state, verbs: recorder, ask, ...page });
  }
  return { verbs, parts };
}

test("every verb of the workspace is begun by an action, or it is said where it is begun instead", async () => {
  const lab = await openGreet();
  const state = lab.store.getState();
  const { verbs, parts } = doAll([find, ...allActions(state), ...allActions(withSources(state))], state);
  const all = Object.keys(lab.actions) as Verb[];
  expect(all.filter((verb) => !verbs.has(verb) && elsewhere[verb] === undefined)).toEqual([]);
  expect(Object.keys(elsewhere).filter((verb) => verbs.has(verb) || !all.includes(verb as Verb))).toEqual([]);
  expect([...parts].sort()).toEqual(Object.keys(everyPart));
});

test("each action has a name of its own, and does one thing", async () => {
  const lab = await openGreet();
  for (const state of [lab.store.getState(), withSources(lab.store.getState())]) {
    const actions = allActions(state);
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
    const shown = actions.map(({ label, detail }) => `${label} ${detail ?? ""}`);
    expect(new Set(shown).size).toBe(actions.length);
    for (const action of actions) {
      const { verbs, parts } = doAll([action], state);
      expect(parts.size, action.id).toBeLessThanOrEqual(1);
      expect(action.opensDialog === true && parts.size === 0, action.id).toBe(false);
      expect(verbs.size, action.id).toBeLessThanOrEqual(1);
    }
  }
});

describe("what is offered", () => {
  const ids = (state: WorkspaceState) => possibleActions(state).map(({ id }) => id);

  test("is what can be done as things are", async () => {
    const lab = await openGreet();
    expect(ids(lab.store.getState())).toEqual(expect.arrayContaining(["edit-file", "new-file", "reload-skills"]));
    for (const id of ["save-file", "discard-draft", "undo", "stop", "retry", "new-conversation"]) {
      expect(ids(lab.store.getState()), id).not.toContain(id);
    }
    await lab.actions.changeDraft(greet, "x");
    expect(ids(lab.store.getState())).toEqual(expect.arrayContaining(["save-file", "discard-draft"]));
    expect(ids(lab.store.getState())).not.toContain("edit-file");
    await lab.actions.saveDraft(greet);
    await lab.actions.revertFile(greet);
    expect(ids(lab.store.getState())).toContain("undo");
  });

  test("is no update of files that nobody has compared with their source", async () => {
    const state = withSources((await openGreet()).store.getState());
    expect(ids(state)).toContain("update git");
    const mounts = state.mounts.map((mount) => ({ ...mount, imported: {} }));
    expect(ids({ ...state, mounts })).not.toContain("update git");
  });

  test("is no stop where the model waits for an answer: nothing is under way then", async () => {
    const state = (await openGreet()).store.getState();
    expect(ids({ ...state, conversation: { messages: [], status: { kind: "streaming" } } })).toContain("stop");
    expect(ids({ ...state, conversation: { messages: [], status: { kind: "asking" } } })).not.toContain("stop");
  });

  test("changes nothing in a tab that only looks", async () => {
    const lab = await openGreet();
    const state: WorkspaceState = { ...lab.store.getState(), storage: { kind: "elsewhere", refused: false } };
    const { verbs } = doAll(possibleActions(state), state);
    const harmless = ["cancelMount", "closeFile", "reloadSkills", "stop", "takeOver"];
    expect([...verbs].filter((verb) => !harmless.includes(verb))).toEqual([]);
    expect(verbs).toContain("takeOver");
  });
});

test("keys do what their actions do, where that is possible, and no other keys", async () => {
  const lab = await openGreet();
  const press = { key: "k", code: "KeyK", ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  expect(find.keys && isPressed(find.keys, press)).toBe(true);
  for (const other of [{ shiftKey: true }, { altKey: true }, { ctrlKey: false }, { metaKey: true }, { key: "j" }]) {
    expect(find.keys && isPressed(find.keys, { ...press, ...other }), JSON.stringify(other)).toBe(false);
  }
  const everywhere = ["find", "message", "keys", "next-panel", "previous-panel"];
  expect(shortcutsIn(lab.store.getState()).map(({ id }) => id)).toEqual(everywhere);
  await lab.actions.changeDraft(greet, "x");
  expect(
    shortcutsIn(lab.store.getState())
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([...everywhere, "save-file"].toSorted());
  const keys = [find, ...allActions(lab.store.getState())].flatMap(({ keys }) => (keys ? [JSON.stringify(keys)] : []));
  expect(new Set(keys).size).toBe(keys.length);
  expect(canBeDone(find, lab.store.getState())).toBe(true);
});

test("a letter counts where the keyboard types other letters, too, and where it is on the keyboard does not", () => {
  const press = { ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  const save = { kind: "command", key: "s" } as const;
  expect(isPressed(save, { ...press, key: "ы", code: "KeyS" })).toBe(true);
  expect(isPressed(save, { ...press, key: "σ", code: "KeyS" })).toBe(true);
  expect(isPressed(save, { ...press, key: "o", code: "KeyS" })).toBe(false);
  expect(isPressed(save, { ...press, key: "s", code: "Semicolon" })).toBe(true);
});

test("a character counts however it is typed, a function key with Shift is another one", () => {
  const press = { key: "?", code: "Slash", ctrlKey: false, metaKey: false, shiftKey: true, altKey: false };
  const question = { kind: "alone", key: "?" } as const;
  expect(isPressed(question, press)).toBe(true);
  expect(isPressed(question, { ...press, shiftKey: false })).toBe(true);
  expect(isPressed(question, { ...press, ctrlKey: true })).toBe(false);
  const back = { kind: "function", key: "F6", shift: true } as const;
  expect(isPressed(back, { ...press, key: "F6" })).toBe(true);
  expect(isPressed(back, { ...press, key: "F6", shiftKey: false })).toBe(false);
  expect(isPressed({ kind: "function", key: "F6" }, { ...press, key: "F6" })).toBe(false);
});

test("keys are named as on the person's keyboard", () => {
  expect(keyCaps({ kind: "command", key: "k" }, true)).toEqual(["⌘", "K"]);
  expect(keyCaps({ kind: "command", key: "k" }, false)).toEqual(["Ctrl", "K"]);
  expect(keyCaps({ kind: "function", key: "F6", shift: true }, false)).toEqual(["Shift", "F6"]);
  expect(keyCaps({ kind: "alone", key: "/" }, true)).toEqual(["/"]);
});
