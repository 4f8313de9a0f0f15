import { createHash } from "node:crypto";
import { request } from "undici";
import { relayAddress } from "#lib/git/transport/relay-address.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { clone } from "#test/servers/clone-from-server.ts";

/** One request of the page's git client. */
interface LessonStep {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** The requests for opening a repository, in order. */
export interface Lesson {
  readonly source: GitSource;
  /** The commit that was opened. */
  readonly commit: string;
  readonly steps: readonly LessonStep[];
}

/** Milliseconds of silence allowed: one machine that plays a whole class may keep a learner waiting. */
const idleMs = 120_000;

export interface ClassResult {
  /** Milliseconds of each learner who received everything. */
  readonly times: readonly number[];
  readonly bytes: number;
  readonly errors: readonly string[];
}

/**
 * Records the requests with which the page's client opens `repository` (without `.git`), by a clone directly from the host.
 * @param ref a branch, tag or commit; absent: the default branch
 */
export async function recordLesson(repository: string, ref?: string): Promise<Lesson> {
  const steps: LessonStep[] = [];
  const record: typeof fetch = (url, init = {}) => {
    const { method = "GET", headers, body = null } = init;
    steps.push({
      url: String(url),
      method,
      headers: headers as LessonStep["headers"],
      body: body as LessonStep["body"],
    });
    return fetch(url, init);
  };
  const source: GitSource = { kind: "git", url: repository, ...(ref && { ref }) };
  const { commit } = await clone(source, { fetch: record, idleMs });
  return { source, commit, steps };
}

/**
 * `size` learners open a repository through the relay of `application` at once, each with a session of their own. One is the page's client
 * and verifies every object; the others replay its requests and compare the answers' bytes, since five hundred verifications would measure
 * this program instead of the server.
 */
export async function openTogether(size: number, lesson: Lesson, application: string): Promise<ClassResult> {
  const verifying = openVerified(lesson, application);
  const learners = Array.from({ length: size - 1 }, (_, index) =>
    openUnverified(lesson, application, `session-${index}`),
  );
  const outcomes = await Promise.allSettled([verifying, ...learners]);
  const opened = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [wordError(outcome.reason)] : []));
  const different = new Set(opened.map(({ answers }) => answers).filter(Boolean)).size - 1;
  if (different > 0) errors.push(`${different} learners got other bytes`);
  const bytes = opened.reduce((sum, opening) => sum + opening.bytes, 0);
  return { times: opened.map(({ time }) => time), bytes, errors };
}

/** Node puts the reason of a failed fetch into `cause`. */
function wordError(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? `${error}: ${String(error.cause)}` : String(error);
}

interface LearnerOpening {
  /** Milliseconds. */
  readonly time: number;
  readonly bytes: number;
  /** The hash of all answers; `undefined` if each object was verified. */
  readonly answers: string | undefined;
}

async function openVerified({ source }: Lesson, application: string): Promise<LearnerOpening> {
  const start = performance.now();
  let bytes = 0;
  const asPageDoes: typeof fetch = async (url, init) => {
    const response = await fetch(url, {
      ...init,
      headers: { ...init?.headers, ...asPage("session-verified", application) },
    });
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(counted) ?? null, response);
  };
  const toAddress = (url: string) => relayAddress(application, url);
  await clone(source, { fetch: asPageDoes, toAddress, idleMs });
  return { time: performance.now() - start, bytes, answers: undefined };
}

async function openUnverified(lesson: Lesson, application: string, session: string): Promise<LearnerOpening> {
  const start = performance.now();
  const hash = createHash("sha1");
  let bytes = 0;
  for (const { url, method, headers, body } of lesson.steps) {
    const init = { method, body, headers: { ...headers, ...asPage(session, application) } };
    const response = await request(relayAddress(application, url), init);
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${await response.body.text()}`);
    for await (const chunk of response.body) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  }
  return { time: performance.now() - start, bytes, answers: hash.digest("hex") };
}

/**
 * Headers that a browser adds for a page. A connection per request: with five hundred learners, this program would reuse connections that
 * the server has just closed as idle, where browsers retry and Node fails.
 */
function asPage(session: string, origin: string): Record<string, string> {
  const fromPage = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", origin };
  return { ...fromPage, "x-skillground-session": session, connection: "close" };
}
