import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { type Figure, formatFigure, percentile } from "../figures.ts";
import { addName } from "../generated-repository.ts";
import { cloneNatively } from "../visits.ts";
import { type ReportBench, touch } from "./repositories.ts";

/** The first round starts a thread, and in the next ones V8 compiles the hot code. */
const rounds = 10;
const together = 50;
const badges = 300;

interface Answered {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly message: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Without the overhead of `fetch`, which is as large as what is measured. */
function get(url: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const asking = request(url, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const { statusCode: status = 0 } = response;
        const message = status === 200 ? "" : body.toString("utf8").slice(0, 200);
        resolve({ status, milliseconds: performance.now() - start, bytes: body.length, message });
      });
    });
    asking.on("error", reject).end();
  });
}

let lastName = 0;

/** Another name for each request, since the relay caches answers by address. */
function another(bench: ReportBench, name: string): string {
  const other = `${name}-report-${++lastName}`;
  addName(bench.root, name, other);
  return encodeURIComponent(`${bench.git}/${other}`);
}

/** Reports made by the server, beside native clones of the same repository. */
export async function measureOnServer(bench: ReportBench, name: string): Promise<readonly string[]> {
  const { url, pid } = bench.application;
  const reportOf = (address: string) => get(`${url}/api/report/git/${address}.json`);
  const native: number[] = [];
  const made: number[] = [];
  const brief: number[] = [];
  for (let round = 0; round < rounds; round++) {
    touch(bench.root, name);
    native.push(await cloneNatively(`${bench.git}/${name}`));
    const answer = await reportOf(another(bench, name));
    if (answer.status !== 200) return [`${name}: no report on the server: ${answer.message}`];
    made.push(answer.milliseconds);
    brief.push((await get(`${url}/badge/git/${another(bench, name)}.svg`)).milliseconds);
  }
  const reference = { name: "git clone --depth 1", samples: native };
  const [first = Number.NaN, ...later] = made;
  const figures: Figure[] = [
    { name: `${name}, report on the server, the first in its thread`, unit: "ms", samples: [first], reference },
    { name: `${name}, report on the server, those behind it`, unit: "ms", samples: later, reference },
    { name: `${name}, badge of a new commit`, unit: "ms", samples: brief, reference },
    await badgeFigure(bench, name),
  ];
  return [
    ...figures.map(formatFigure),
    memoryLine(name, pid, "after them"),
    ...(await manyAtOnce(bench, name, reportOf)),
    memoryLine(name, pid, "after all of these"),
  ];
}

async function badgeFigure(bench: ReportBench, name: string): Promise<Figure> {
  const address = `${bench.application.url}/badge/git/${another(bench, name)}.svg`;
  await get(address);
  // The first answer may be the page that says the report is still being made.
  while ((await get(address)).milliseconds > 1000);
  const samples: number[] = [];
  for (let count = 0; count < badges; count++) samples.push((await get(address)).milliseconds);
  return { name: `${name}, badge from what is kept`, unit: "ms", samples, reference: { name: "aim", samples: [10] } };
}

async function manyAtOnce(
  bench: ReportBench,
  name: string,
  reportOf: (address: string) => Promise<Answered>,
): Promise<readonly string[]> {
  touch(bench.root, name);
  const one = another(bench, name);
  const same = await Promise.all(Array.from({ length: together }, () => reportOf(one)));
  const small = Array.from({ length: together }, () => another(bench, "bench/small"));
  const distinct = await Promise.all(small.map(reportOf));
  return [
    atOnceLine(`${name}, asked for by ${together} at once`, same),
    atOnceLine(`${together} repositories of 20 skills at once`, distinct),
  ];
}

function atOnceLine(what: string, answers: readonly Answered[]): string {
  const times = answers.map(({ milliseconds }) => milliseconds);
  const wrong = answers.filter(({ status }) => status !== 200);
  const [half, all] = [percentile(times, 0.5), percentile(times, 1)].map((time) => time.toFixed(0));
  const [first] = wrong;
  return `${what}: ${wrong.length} errors, half within ${half} ms, all within ${all} ms${first ? `; ${first.status} ${first.message}` : ""}`;
}

/** The peak memory of the server's process, as Linux counts it. */
function memoryLine(name: string, pid: number, when: string): string {
  if (process.platform !== "linux") return `${name}: no figure of memory on this system`;
  const kilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return `${name}, most memory of the server ${when}: ${(kilobytes / 1000).toFixed(0)} MB (aim 300)`;
}
