import type { ModelSettings } from "#lib/chat/model-settings.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import type { RunResult } from "#lib/evals/run.ts";
import type { SetFormat } from "#lib/evals/set-files.ts";
import type { Failure } from "#lib/failure.ts";
import type { QuickFix } from "#lib/harness/explain/quick-fix.ts";
import type { Completion } from "#lib/harness/vocabulary/commands.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import type { FileChange } from "#lib/share/changes/file-change.ts";
import type { LinkedFile } from "#lib/share/link-query.ts";
import type { SecretName } from "#lib/storage/storage-secrets.ts";
import type { WriteOptions } from "#lib/upload/write-zip.ts";
import type { Allowance } from "./chat/allowances.ts";
import type { Found } from "./chat/conversations.ts";
import type { FileCompletion } from "./chat/file-paths.ts";
import type { CompareOptions } from "./compare/compare-harnesses.ts";
import type { EvalsOutlook, EvalsRun } from "./evals/run-evals.ts";
import type { FoundLine } from "./files/finding.ts";
import type { AuthoredWorkshop } from "./lesson/authoring.ts";
import type { WorkshopStanding } from "./lesson/certificate.ts";
import type { LessonVerb } from "./lesson/lesson-verbs.ts";
import type { LintedWorkshop, LintOptions } from "./lesson/lint-workshop.ts";
import type { Incoming } from "./mounts/fetch-source.ts";
import type { ChoiceGroup } from "./mounts/source-skills.ts";
import type { ShareOptions } from "./open/sharing.ts";
import type { ReportMountOptions } from "./report/report-mount.ts";
import type { KnownSecret, Remembering, SecretsStanding } from "./secrets.ts";
import type { CarriedChanges, MountChanges, WriteBack } from "./state/changes.ts";
import type { KeptEvals } from "./state/evals.ts";
import type { Conditions, Trial, TrialRequest } from "./state/trials.ts";
import type { UpdateChoices } from "./state/update.ts";
import type { LinkedSource } from "./state.ts";
import type { TrialOptions } from "./trials/run-trial.ts";

export interface SkillCount {
  readonly all: number;
  readonly installed: number;
}

/** What is done with mounts: the sources that are open, and where they stand. */
export interface MountActions {
  /** Fetches, verifies and mounts a source, picked files or pasted text. */
  mount(incoming: Incoming): Promise<void>;
  /** Ends the mount under way or, where there is none, the coming of contents; what has come stays. */
  cancelMount(): void;
  retryMount(): Promise<void>;
  /** Fetches the files again that are lost (`missing`) or have not come (`arriving`), of all mounts whose source has an address. */
  fetchMissing(): Promise<void>;
  /** Ends what `activity` tells, and with it what it offers. */
  dismissFailure(): void;
  /** Compares an imported mount with the state of its source that it is said to be; `activity` tells. */
  compareWithHost(mountId: string): Promise<void>;
  /** Mounts what the share sheet offered. */
  acceptOffer(): Promise<void>;
  /** What the link has brought that opened this workspace. Looks at every file: for a click, not for every render. */
  describeLinked(): LinkedSource | undefined;
  dismissLinked(): void;
  /** Takes a mount out, with its edits, which `undoMount` takes back. */
  unmount(mountId: string): Promise<void>;
  /** Takes back the last unmounting or update, as long as `activity` offers it. */
  undoMount(): Promise<void>;
  /** Moves a mount by so many places among the others. */
  moveMount(mountId: string, by: number): Promise<void>;
  /** Holds a repository at its commit, or lets it follow its branch or tag again. */
  pinMount(mountId: string, isToBePinned: boolean): Promise<void>;
  /** Looks whether a repository has moved on, and fetches what it has now; `activity` tells. */
  checkForUpdate(mountId: string): Promise<void>;
  /** Puts what `checkForUpdate` found in place of the mounted files. */
  applyUpdate(choices: UpdateChoices): Promise<void>;
  /** Files of a mount that the person has changed, by their paths inside it. */
  ownEdits(mountId: string): Promise<readonly string[]>;
  placeMount(mountId: string, as: "project" | "install", scope: "project" | "home"): Promise<void>;
  /** Reads the folder that a mount follows again; from a click, so that a lapsed permission can be asked for. */
  readAgain(mountId: string): Promise<void>;
  /** How many skills a mount offers and how many of them are installed. */
  countSkills(mountId: string): SkillCount;
  /** The skills of a mount to choose from. Reads them all: for a dialog, not for every render. */
  skillChoices(mountId: string): readonly ChoiceGroup[];
  /**
   * Installs a skill that lies where the harness does not look, for this harness, and puts what may be said to it into
   * the message box; `undoMount` takes it back. Of a loaded skill only the latter. `location`: of its SKILL.md; `said`:
   * the line that asked for it, which is kept.
   */
  tryOut(location: string, said?: string): Promise<void>;
  /** Installs these skills (paths of `SkillChoice`) besides those that are; `undoMount` takes it back. */
  installSkills(mountId: string, paths: readonly string[]): Promise<void>;
  /** Installs these (paths of `SkillChoice`) and no others; `undefined` for all. */
  chooseSkills(mountId: string, chosen: readonly string[] | undefined): Promise<void>;
}

/** What is done with the tokens of git hosts and the keys of model providers. */
export interface SecretActions {
  /** Which there are, and where; they themselves are not told. Those of model providers that can be read are in `models` after it. */
  knownSecrets(): Promise<SecretsStanding>;
  /** Takes a token or a key. Resolves to why it will not stay on this device as it should. */
  keepSecret(name: SecretName, secret: string, how: Remembering): Promise<Failure | undefined>;
  /** Resolves to why they are still on this device, if they are. */
  forgetSecrets(names: readonly SecretName[]): Promise<Failure | undefined>;
  /** Opens what is locked, with the keys among them in `models`. Resolves to why not. */
  unlockSecrets(passphrase: string): Promise<Failure | undefined>;
  /** Clears all keys and tokens, in this page and on this device, and which model was chosen. */
  forgetEverything(): Promise<Forgotten>;
}

/** What is gone after everything was to be forgotten. */
export interface Forgotten {
  readonly secrets: readonly KnownSecret[];
  /** Whether another model than the demo was chosen. */
  readonly wasModelChosen: boolean;
  /** Why what was remembered on this device is still there. */
  readonly failure?: Failure;
}

/** What is done with the harness and its skills. */
export interface HarnessActions {
  chooseProfile(profileId: string): Promise<void>;
  reloadSkills(): Promise<void>;
  /** Starts the harness anew, with or without its switch that turns skills off. */
  setNoSkills(noSkills: boolean): Promise<void>;
  /** `location`: of the SKILL.md of a loaded skill. */
  setSkillState(location: string, state: SkillState): Promise<void>;
  /** What every harness would make of the mounted sources, now; `undefined` when cancelled. */
  compareHarnesses(options?: CompareOptions): Promise<Comparison | undefined>;
  /** The report on one mount, part by part. Rejects with a `FailureError`, `cancelled` among them. */
  reportMount(mountId: string, options: ReportMountOptions): Promise<void>;
}

/** What is done with files, and which of them is looked at. */
export interface FileActions {
  /** Changes files so that a broken rule passes. Most harnesses notice on reload only. */
  applyFix(fix: QuickFix): Promise<void>;
  /** Takes the last fix, or the last reverting of a file, back. */
  undoFix(): Promise<void>;
  /** Notes what a person has typed into a file. It is kept, and nothing else sees it until it is saved. */
  changeDraft(path: string, text: string): Promise<void>;
  dropDraft(path: string): Promise<void>;
  /** Lets a draft stand over what the file has become since it was begun. */
  keepDraft(path: string): Promise<void>;
  /** Writes a draft into its file, but not over what it has become meanwhile. */
  saveDraft(path: string): Promise<void>;
  /** What the source has for a file that differs from it; `undefined` where none does, or the source has no such file. */
  mountedVersion(path: string): Uint8Array | undefined;
  /** Gives a file that differs from its source the source's content back; `undoFix` takes that back. */
  revertFile(path: string): Promise<void>;
  /** Makes a skill in this project, and resolves to the path of its SKILL.md. Throws `name-refused`. */
  makeSkill(name: string, description: string): Promise<string>;
  /** Makes a file. Throws `name-refused`. */
  makeFile(path: string, text: string): Promise<void>;
  /** Moves a file or folder. Throws `name-refused` and `files-pending`. */
  moveFile(from: string, to: string): Promise<void>;
  /** Deletes a file or folder. Throws `files-pending`. `undoFix` takes this back, as all of these. */
  deleteFile(path: string): Promise<void>;
  /** Every file of the workspace, by its path. Walks the tree: for a dialog, not for every render. */
  allPaths(): readonly string[];
  /** Lines of files that hold a text, in capitals or not; up to 200. Rejects with `cancelled`. */
  findText(wanted: string, signal: AbortSignal): Promise<readonly FoundLine[]>;
  selectSkill(location: string | undefined): void;
  /** Shows a file, at its 1-based `line`, with the lines to `endLine` marked. */
  openFile(path: string, line?: number, endLine?: number): void;
  /** Closes the file at `path`, or the one that is looked at; with `showsNext` (as if absent) the one beside is then. */
  closeFile(path?: string, showsNext?: boolean): void;
  /** The file that is looked at as a link names it: by its path in the first source; `undefined` elsewhere. */
  linkedFile(): LinkedFile | undefined;
}

/** What is done with all that a person has changed: to look at it, to take it back, and to hand it to its author. */
export interface ChangeActions {
  /** By source. Compares every changed file with its source's: for a click, not for every render. */
  ownChanges(): readonly MountChanges[];
  /** The changed files by `keyInMount`, to mark and to count them. */
  changedFiles(): ReadonlySet<string>;
  /** Makes a file what its source has; `undoFix` takes that back. `at`: where the source is seen. */
  revertChange(at: string, change: FileChange): Promise<void>;
  /** Gives a file the text that it has without a part of its changes; `undoFix` takes that back. */
  revertPart(path: string, text: string): Promise<void>;
  /** The changes of a source as a patch for `git apply`. Throws `files-pending`. */
  exportPatch(mountId: string): Promise<File | undefined>;
  /** The changed files of a source. Throws `files-pending`, `too-many-files` and `cancelled`. */
  exportChangedFiles(mountId: string, options?: WriteOptions): Promise<File | undefined>;
  /** Why a site that takes skills would refuse this one, in sentences. `location`: of its SKILL.md. */
  skillObjections(location: string): Promise<readonly string[]>;
  /** A skill's folder as a `.skill` file. Throws as `exportChangedFiles`. */
  exportSkill(location: string, options?: WriteOptions): Promise<File>;
  /** Writes changes into a folder of the disk, for a click; `leavesDiffering`: but for files that are not as the source has them. Throws `file-not-written`. */
  writeBack(changed: MountChanges, leavesDiffering: boolean): Promise<WriteBack>;
}

/** How a question about a call is answered, besides with yes or no. */
export interface ApprovalAnswer {
  /** With yes: others of the kind run without a question, too. */
  readonly always?: Allowance | undefined;
  /** With no: why, in the person's words, which the model reads. */
  readonly reason?: string;
}

/** What is done with the message box and the conversation. */
export interface ChatActions {
  /** A line from the message box: harness command, invocation or text, as the profile decides. */
  submit(line: string): Promise<void>;
  complete(line: string): readonly Completion[];
  /** Files of the workspace whose names or paths hold what was typed. */
  completeFile(begun: string): readonly FileCompletion[];
  setMessageText(text: string): void;
  stop(): void;
  retry(): Promise<void>;
  /** Goes on with an answer that was cut off; with `trimmed`, without the results of earlier tool calls. */
  proceed(how?: { readonly trimmed: boolean }): Promise<void>;
  /** Ends what holds the turn up: the wait before another try, or the note that nothing comes. */
  endHoldup(): void;
  /** Takes a line that waits to be sent back out; its text goes into the message box where that is empty. */
  unqueue(index: number): void;
  /** Sends what waits, also after a turn that did not come to its end. */
  sendQueued(): Promise<void>;
  /** Answers a call that waits. */
  approve(toolCallId: string, approved: boolean, how?: ApprovalAnswer): Promise<void>;
  /** From now on the model has to ask again. */
  withdrawAllowance(allowance: Allowance): void;
  /** Has files go along with the next message; those that cannot are told by `attachRefusal`. */
  attach(files: readonly File[]): Promise<void>;
  /** The same with a file of the workspace. */
  attachPath(path: string): Promise<void>;
  detach(index: number): void;
  /** Sends a line in place of one that was sent before; what came of that stays, as another branch. */
  editMessage(messageId: string, line: string): Promise<void>;
  /** Shows the branch so many steps from the one in which the message stands. */
  walkBranches(messageId: string, by: number): Promise<void>;
  /** Resolves when the catalog is one for what the model takes in. */
  setModels(models: ModelSettings): Promise<void>;
}

/** What is done with conversations as wholes. Showing another one stops an answer that is under way; it can be continued. */
export interface ConversationActions {
  newConversation(): Promise<void>;
  openConversation(id: string): Promise<void>;
  /** By its first request again where `name` is blank. */
  renameConversation(id: string, name: string): Promise<void>;
  /** `undoRemoval` takes it back, until another one is deleted. */
  removeConversation(id: string): Promise<void>;
  undoRemoval(): Promise<void>;
  /** Looks for a text in what was said, one conversation after the other. */
  searchConversations(query: string, signal: AbortSignal): AsyncIterable<Found>;
  /** The conversation as a file to be read, or to be read in again; `undefined` where it is gone. */
  exportConversation(id: string, as: "markdown" | "json"): Promise<File | undefined>;
  /** Adds a conversation from such a file and shows it. Resolves to why it cannot be taken. */
  importConversation(file: File): Promise<Failure | undefined>;
}

/** What is done to see which requests lead to which skill. */
export interface EvalActions {
  /** What would be asked under each of these, and what cannot be measured. Nothing is sent. @throws FailureError `cancelled` */
  lookAhead(conditions: readonly Conditions[], signal: AbortSignal): Promise<readonly EvalsOutlook[]>;
  /** Asks each of these with every request; what came is kept. @throws FailureError where one cannot be reached */
  runEvals(conditions: readonly Conditions[], requests: readonly EvalRequest[], options: EvalsRun): Promise<RunResult>;
  /** Keeps what is typed. */
  keepEvals(evals: Partial<KeptEvals>): Promise<void>;
  /** Writes the requests about a skill into its own folder, as an edit. @throws FailureError where nothing can be written */
  writeSkillSet(skill: string, requests: readonly EvalRequest[], format: SetFormat): Promise<void>;
}

/** What is done to see what another harness, another model or a skill makes of a request. */
export interface TrialActions {
  /** Runs it under two conditions and keeps what came. Files and conversation stay as they are. */
  runTrial(request: TrialRequest, conditions: readonly [Conditions, Conditions], options: TrialOptions): Promise<Trial>;
}

/** What is done in a lesson. */
export interface LessonActions {
  /** Resolves to a sentence where something else came of it than the button says. */
  lessonVerb(verb: LessonVerb): Promise<string | undefined>;
  /** What was done in all lessons of the workshop that this browser keeps; `undefined` where no lesson is open. */
  workshopStanding(): Promise<WorkshopStanding | undefined>;
  /** The workshop that a mount is; `undefined` where it is gone. */
  authoredWorkshop(mountId: string): Promise<AuthoredWorkshop | undefined>;
  /** Tries every lesson of it. Rejects with `cancelled`. */
  lintWorkshop(
    mountId: string,
    options: Pick<LintOptions, "signal" | "onProgress">,
  ): Promise<LintedWorkshop | undefined>;
  /** One of its lessons, to be opened at an address of its own. */
  lessonIncoming(mountId: string, lesson: string): Promise<Incoming | undefined>;
  /** The text of a lesson made of what was done here. */
  lessonDraft(title: string): Promise<string>;
  /** The same with its files, as a zip archive. */
  makeLesson(title: string, options?: WriteOptions): Promise<File>;
}

/** What is done with the workspace as a whole: keeping it, handing it on. */
export interface KeepingActions {
  /** Makes this tab the one that saves the workspace; the one that did becomes read-only. */
  takeOver(): Promise<void>;
  /** Ends what `losses` tells. What is set aside stays. */
  dismissLosses(): void;
  /** Deletes what is set aside of this workspace, and ends what `losses` tells. */
  removeAside(): Promise<void>;
  /** The whole workspace as one file, its changes included; `undefined` while there is nothing to save. */
  exportFile(options?: WriteOptions): Promise<File | undefined>;
  /** Saves everything that could not be saved, if there is room now; `storage` tells. */
  trySaving(): Promise<void>;
  /** All that the person has made here, as one archive; `undefined` where that is nothing. */
  exportChanges(options?: WriteOptions): Promise<File | undefined>;
  /** The person's changes, packed to go along with a link. Throws `files-pending`. */
  carriedChanges(): Promise<CarriedChanges>;
  /** A link to this workspace, pinned to its commit; `undefined` when nothing in it has an address. */
  shareLink(options: ShareOptions): string | undefined;
}

/**
 * Everything a person can do in a workspace. Failures become state (`activity`, `conversation`,
 * `storage`); none of these rejects for a reason outside the program. While another tab saves the workspace, what
 * would change it is refused, and `storage` says so.
 */
export type WorkspaceActions = MountActions &
  SecretActions &
  HarnessActions &
  FileActions &
  ChangeActions &
  ChatActions &
  ConversationActions &
  EvalActions &
  TrialActions &
  LessonActions &
  KeepingActions;
