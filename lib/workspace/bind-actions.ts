import { defaultModelSettings, type ModelSettings, windowOf } from "#lib/chat/model-settings.ts";
import type { ChatSession } from "#lib/chat/session.ts";
import type { Failure } from "#lib/failure.ts";
import { completeLine } from "#lib/harness/invocation/complete-line.ts";
import { elsewhereCompletions } from "#lib/harness/invocation/elsewhere.ts";
import type {
  ChangeActions,
  ChatActions,
  ConversationActions,
  EvalActions,
  FileActions,
  HarnessActions,
  KeepingActions,
  MountActions,
  SecretActions,
  TrialActions,
  WorkspaceActions,
} from "./actions.ts";
import { changedKeys, ownChanges, revertChange, revertPart } from "./changes/own-changes.ts";
import { type Changing, refusedWhileFollowing, tracked } from "./changing.ts";
import { withAllowance, withoutAllowance } from "./chat/allowances.ts";
import {
  newConversation,
  openConversation,
  removeConversation,
  renameConversation,
  searchConversations,
  undoRemoval,
  walkBranches,
  withAllConversations,
} from "./chat/conversations.ts";
import { completeFile } from "./chat/file-paths.ts";
import { keepModels } from "./chat/kept-models.ts";
import { chooseProfile, harnessSession, setNoSkills, setSkillState } from "./chat/skills-actions.ts";
import { editMessage, keepUnsent, sendQueued, submitLine } from "./chat/workspace-chat.ts";
import { compareHarnesses } from "./compare/compare-harnesses.ts";
import { type Core, currentProfile, type WorkspaceChat, workspaceRecord } from "./core.ts";
import { changeDraft, dropDraft, keepDraft, saveDraft } from "./files/editing.ts";
import { allPaths, findText } from "./files/finding.ts";
import { applyFix, mountedVersion, revertFile, undoFix } from "./files/fixing.ts";
import { deleteFile, makeFile, makeSkill, moveFile } from "./files/making.ts";
import { withClosed, withOpened } from "./files/open-files.ts";
import { lessonActions } from "./lesson/lesson-actions.ts";
import { whenArrived } from "./mounts/arriving.ts";
import { chooseSkills, installSkills, tryOut } from "./mounts/installing.ts";
import { readAgain } from "./mounts/live-mounts.ts";
import { dropActivity, mountIncoming, retryMount } from "./mounts/mounting.ts";
import { moveMount, pinMount, placeMount, undoMount, unmount } from "./mounts/placing.ts";
import { skillChoices } from "./mounts/source-skills.ts";
import { acceptOffer } from "./open/arrive.ts";
import { carriedChanges } from "./open/carried.ts";
import { fetchMissing, removeAside } from "./open/restore.ts";
import { describeLinked, linkedFile, shareLink } from "./open/sharing.ts";
import { refresh } from "./refresh.ts";
import { reportMount } from "./report/report-mount.ts";
import type { Mount } from "./state/mount.ts";
import type { Selection } from "./state.ts";
import type { MountTree } from "./tree/mount-tree.ts";
import { planInstall } from "./tree/place-plugins.ts";
import { installedSkills } from "./tree/placement.ts";

/** The verbs of a workspace, bound to it: what components may do. */
export function bindActions(core: Core, chat: WorkspaceChat, takeOver: () => Promise<void>): WorkspaceActions {
  const changing = refusedWhileFollowing(core);
  return {
    ...mountActions(core, changing),
    ...secretActions(core),
    ...harnessActions(core, changing),
    ...fileActions(core, changing),
    ...changeActions(core, changing),
    ...chatActions(core, chat, changing),
    ...conversationActions(core, chat, changing),
    ...evalActions(core, changing),
    ...lessonActions(core, chat, changing),
    ...keepingActions(core, takeOver, changing),
  };
}

function mountActions(core: Core, changing: Changing): MountActions {
  return {
    mount: changing((incoming) => mountIncoming(core, incoming)),
    cancelMount: () => {
      if (core.mounting) core.mounting.abort();
      else for (const { stopping } of core.arrivals.values()) stopping.abort();
    },
    retryMount: changing(() => retryMount(core)),
    fetchMissing: changing(() => fetchMissing(core)),
    dismissFailure: () => dropActivity(core),
    compareWithHost: changing(async (mountId) => (await comparing()).compareWithHost(core, mountId)),
    acceptOffer: () => acceptOffer(core),
    describeLinked: () => describeLinked(core),
    dismissLinked: () => core.store.setState({ linkedMountId: undefined }),
    unmount: changing((mountId) => unmount(core, mountId)),
    undoMount: changing(() => undoMount(core)),
    moveMount: changing((mountId, by) => moveMount(core, mountId, by)),
    pinMount: changing((mountId, isToBePinned) => pinMount(core, mountId, isToBePinned)),
    checkForUpdate: changing(async (mountId) => (await updating()).checkForUpdate(core, mountId)),
    applyUpdate: changing(async (choices) => (await updating()).applyUpdate(core, choices)),
    ownEdits: async (mountId) => (await updating()).ownEdits(core, mountId),
    placeMount: changing((mountId, as, scope) => placeMount(core, mountId, as, scope)),
    readAgain: changing((mountId) => readAgain(core, mountId, true)),
    countSkills: (mountId) => {
      const { mount, tree } = mounted(core, mountId);
      return tree && mount
        ? { all: tree.skillFiles.length, installed: countInstalled(core, mount, tree) }
        : { all: 0, installed: 0 };
    },
    skillChoices: (mountId) => {
      const { mount, tree } = mounted(core, mountId);
      return tree && mount ? skillChoices(currentProfile(core), tree, mount.label) : [];
    },
    tryOut: changing((location, said) => tryOut(core, location, said)),
    installSkills: changing((mountId, paths) => installSkills(core, mountId, paths)),
    chooseSkills: changing((mountId, chosen) => chooseSkills(core, mountId, chosen)),
  };
}

/** Fetched at first use. They belong to the page: a read-only tab may have its own. */
function secretActions(core: Core): SecretActions {
  const keys = () => import("./chat/model-keys.ts");
  return {
    knownSecrets: async () => (await keys()).knownSecrets(core),
    keepSecret: async (...given) => (await keys()).keepSecret(...given),
    forgetSecrets: async (names) => (await keys()).forgetSecrets(core, names),
    unlockSecrets: async (passphrase) => (await keys()).unlockSecrets(core, passphrase),
    forgetEverything: async () => {
      const forgotten = await (await keys()).forgetEverything(core);
      await answerBy(core, defaultModelSettings);
      return forgotten;
    },
  };
}

function harnessActions(core: Core, changing: Changing): HarnessActions {
  return {
    chooseProfile: changing((profileId) => chooseProfile(core, profileId)),
    reloadSkills: () => tracked(core, refresh(core, "load")),
    setNoSkills: changing((noSkills) => setNoSkills(core, noSkills)),
    setSkillState: changing((location, state) => setSkillState(core, location, state)),
    compareHarnesses: (options) => compareHarnesses(core, options),
    reportMount: (mountId, options) => reportMount(core, mountId, options),
  };
}

function fileActions(core: Core, changing: Changing): FileActions {
  const { store } = core;
  const select = (selection: Selection) => {
    store.setState({ selection });
    void core.saver.saveMeta(workspaceRecord(core));
  };
  return {
    applyFix: changing((fix) => applyFix(core, fix)),
    undoFix: changing(() => undoFix(core)),
    changeDraft: changing((path, text) => changeDraft(core, path, text)),
    dropDraft: changing((path) => dropDraft(core, path)),
    keepDraft: changing((path) => keepDraft(core, path)),
    saveDraft: changing((path) => saveDraft(core, path)),
    mountedVersion: (path) => mountedVersion(core, path),
    revertFile: changing((path) => revertFile(core, path)),
    makeSkill: async (name, description) => {
      let path = "";
      await changing(async () => {
        path = await makeSkill(core, name, description);
      })();
      return path;
    },
    makeFile: changing((path, text) => makeFile(core, path, text)),
    moveFile: changing((from, to) => moveFile(core, from, to)),
    deleteFile: changing((path) => deleteFile(core, path)),
    allPaths: () => allPaths(core),
    findText: (wanted, signal) => findText(core, wanted, signal),
    selectSkill: (location) => {
      const { skill: _, ...rest } = store.getState().selection;
      select(location === undefined ? rest : { ...rest, skill: location });
    },
    openFile: (path, line, endLine) =>
      select(
        withOpened(store.getState().selection, {
          path,
          ...(line !== undefined && { line }),
          ...(endLine !== undefined && { endLine }),
        }),
      ),
    closeFile: (path, showsNext = true) => {
      const { selection } = store.getState();
      const closed = path ?? selection.file?.path;
      if (closed !== undefined) select(withClosed(selection, closed, showsNext));
    },
    linkedFile: () => linkedFile(core),
  };
}

function changeActions(core: Core, changing: Changing): ChangeActions {
  const files = () => import("./changes/export-files.ts");
  return {
    ownChanges: () => ownChanges(core),
    changedFiles: () => changedKeys(core),
    revertChange: changing((at, change) => revertChange(core, at, change)),
    revertPart: changing((path, text) => revertPart(core, path, text)),
    exportPatch: async (mountId) => (await files()).exportPatch(core, mountId),
    exportChangedFiles: async (mountId, options) => (await files()).exportChangedFiles(core, mountId, options),
    skillObjections: async (location) => (await files()).skillObjections(core, location),
    exportSkill: async (location, options) => (await files()).exportSkill(core, location, options),
    writeBack: async (changed, leavesDiffering) =>
      (await import("./changes/write-back.ts")).writeBack(core, changed, leavesDiffering),
  };
}

function chatActions(core: Core, chat: WorkspaceChat, changing: Changing): ChatActions {
  const { store } = core;
  /** A verb of the conversation, after which what was queued meanwhile is sent. */
  const turn = (act: (session: ChatSession) => Promise<void>) =>
    changing(async () => {
      await act(await chat.session());
      await sendQueued(core, chat);
    });
  return {
    submit: changing((line) => submitLine(core, chat, line)),
    complete: (line) => {
      const profile = currentProfile(core);
      const session = harnessSession(core);
      return [...completeLine(profile, session, line), ...elsewhereCompletions(profile, session.discovery, line)];
    },
    completeFile: (begun) => completeFile(store.getState().files, begun),
    setMessageText: (messageText) => keepUnsent(core, { messageText }),
    stop: chat.stop,
    retry: turn((session) => session.retry()),
    proceed: changing(({ trimmed } = { trimmed: false }) =>
      turn((session) => (trimmed ? session.proceedTrimmed() : session.proceed()))(),
    ),
    endHoldup: () => chat.open?.endHoldup(),
    sendQueued: changing(() => sendQueued(core, chat, { byHand: true })),
    unqueue: (index) => {
      const { queued, messageText, attachments } = store.getState();
      const line = queued[index];
      const isEmpty = messageText === "" && attachments.length === 0;
      const back = isEmpty && line ? { messageText: line.text, attachments: line.attachments } : {};
      keepUnsent(core, { queued: queued.toSpliced(index, 1), ...back });
    },
    approve: changing((toolCallId, approved, { always, reason } = {}) => {
      if (approved && always) store.setState({ allowances: withAllowance(store.getState(), always) });
      return turn((session) => session.approve(toolCallId, approved, reason))();
    }),
    withdrawAllowance: (allowance) =>
      store.setState({ allowances: withoutAllowance(store.getState().allowances, allowance) }),
    attach: async (files) => (await import("./chat/attach.ts")).attachFiles(core, files),
    attachPath: async (path) => (await import("./chat/attach.ts")).attachPath(core, path),
    detach: (index) => {
      const { attachments } = store.getState();
      keepUnsent(core, { attachments: attachments.toSpliced(index, 1), attachRefusal: undefined });
    },
    editMessage: changing((id, line) => editMessage(core, chat, id, line)),
    walkBranches: changing((id, by) => walkBranches(core, chat, id, by)),
    setModels: async (models) => {
      keepModels(models);
      await answerBy(core, models);
    },
  };
}

function conversationActions(core: Core, chat: WorkspaceChat, changing: Changing): ConversationActions {
  return {
    newConversation: changing(() => newConversation(core, chat)),
    openConversation: changing((id) => openConversation(core, chat, id)),
    renameConversation: changing((id, name) => renameConversation(core, id, name)),
    removeConversation: changing((id) => removeConversation(core, chat, id)),
    undoRemoval: changing(() => undoRemoval(core, chat)),
    searchConversations: (query, signal) => searchConversations(core, query, signal),
    exportConversation: async (id, as) => (await carrying()).exportConversation(core, id, as),
    importConversation: async (file) => {
      let failure: Failure | undefined;
      await changing(async () => {
        failure = await (await carrying()).importConversation(core, chat, file);
      })();
      return failure;
    },
  };
}

/** Another model answers. What a harness leaves out of its catalog depends on what that takes in. */
async function answerBy(core: Core, models: ModelSettings): Promise<void> {
  const before = windowOf(core.store.getState().models);
  core.store.setState({ models });
  if (windowOf(models) !== before) await tracked(core, refresh(core, "disk"));
}

function evalActions(core: Core, changing: Changing): EvalActions & TrialActions {
  const evals = () => import("./evals/run-evals.ts");
  return {
    lookAhead: async (...given) => (await evals()).lookAhead(core, ...given),
    runEvals: async (...given) => (await evals()).runEvals(core, ...given),
    keepEvals: changing(async (changed) => (await evals()).keepEvals(core, changed)),
    writeSkillSet: changing(async (...given: Parameters<EvalActions["writeSkillSet"]>) => {
      await (await import("./evals/skill-sets.ts")).writeSkillSet(core, ...given);
    }),
    runTrial: async (...given) => (await import("./trials/run-trial.ts")).runTrial(core, ...given),
  };
}

function keepingActions(core: Core, takeOver: () => Promise<void>, changing: Changing): KeepingActions {
  return {
    takeOver,
    dismissLosses: () => core.store.setState({ losses: [] }),
    removeAside: changing(() => removeAside(core)),
    exportFile: async (options) => {
      await whenArrived(core);
      const contents = core.saver.contents();
      if (!contents) return undefined;
      const { exportWorkspace } = await import("./archive/export-workspace.ts");
      return exportWorkspace(await withAllConversations(core, contents), options);
    },
    trySaving: changing(() => core.saver.saveAll()),
    exportChanges: async (options) => (await import("./archive/export-changes.ts")).exportChanges(core, options),
    carriedChanges: async () => carriedChanges(core),
    shareLink: (options) => shareLink(core, options),
  };
}

/** Updates are a part of the program that is fetched at first use, as few visits need it. */
function updating() {
  return import("./updates/updating.ts");
}

/** Comparing imported files is a part that is fetched at first use, too. */
function comparing() {
  return import("./updates/compare-import.ts");
}

/** Conversations as files are a part that is fetched at first use, as it checks them by all rules of the SDK. */
function carrying() {
  return import("./chat/carry-conversation.ts");
}

/** How many skills of a mount are installed, those of its plugins included. */
function countInstalled(core: Core, mount: Mount, tree: MountTree): number {
  const profile = currentProfile(core);
  const { plugins, plain } = planInstall(profile, mount, tree, installedSkills(profile, mount, tree));
  return new Set([...plugins.flatMap(({ skills }) => skills), ...plain]).size;
}

/** A mount and its files, which are missing where they did not survive. */
function mounted({ store, trees }: Core, mountId: string) {
  return { mount: store.getState().mounts.find(({ id }) => id === mountId), tree: trees.get(mountId) };
}
