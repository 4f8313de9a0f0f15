import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync, appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { pageAnswer, compare } from "./cases.ts";
import { caseFiles } from "./case-files.ts";
import { scanScript } from "#lib/skills/scripts/script-scan.ts";
function real(line: string) {
  const top = mkdtempSync("/var/tmp/mdl-"); const place = join(top, "workspace");
  for (const [name, text] of Object.entries(caseFiles)) { const p = join(place, name.replace("!", "")); mkdirSync(dirname(p), { recursive: true }); writeFileSync(p, text); if (name.startsWith("!")) chmodSync(p, 0o755); }
  mkdirSync(join(top, "bin")); symlinkSync("/usr/bin/gawk", join(top, "bin/awk"));
  const env = { SHLVL: "1", PATH: `${join(top, "bin")}:/work/wt/runs67/node_modules/node/bin:/root/.pyenv/versions/3.13.0/bin:/usr/bin:/bin`, HOME: top, LC_ALL: "C.UTF-8", TZ: "UTC", USER: "user", LINE: line };
  const r = spawnSync("unshare", ["-nmp", "--fork", "bash", "-c", `mount --make-rprivate / && mount --bind ${top} ${top} && mount -o remount,bind,ro / && mount -t tmpfs t /tmp && cd ${place} && exec bash -c "$LINE"`], { cwd: place, env, input: "", timeout: 8000, killSignal: "SIGKILL" });
  const before = new Map(Object.entries(caseFiles).map(([n, t]) => [n.replace("!", ""), t]));
  const files: Record<string, string | null> = {}; const there = new Set<string>();
  for (const e of readdirSync(place, { recursive: true, withFileTypes: true })) { if (!e.isFile()) continue; const p = join(e.parentPath, e.name); const n = p.slice(place.length + 1); there.add(n); const t = readFileSync(p, "utf8"); if (before.get(n) !== t) files[n] = t; }
  for (const n of before.keys()) if (!there.has(n)) files[n] = null;
  rmSync(top, { recursive: true, force: true });
  return { out: r.stdout.toString().replaceAll(place, "/workspace"), err: r.stderr.toString(), status: r.status ?? -1, complains: r.stderr.length > 0, files };
}
test("lines", async () => {
  const lines = readFileSync(process.env.TMP_LINES ?? "", "utf8").split("\n").filter((l) => l);
  const log = process.env.TMP_OUT ?? "";
  writeFileSync(log, "");
  for (const line of lines) {
    const r = real(line); let page: any;
    try { page = await Promise.race([pageAnswer(line), new Promise((x) => setTimeout(() => x({ out: "", status: -2, complains: false, files: {} }), 20000))]); } catch (e) { page = { out: `THROWN ${(e as Error).stack}`, status: -9, complains: false, files: {} }; }
    let how: string = compare(page, r); if (how !== "same" && page.complains) how = "told";
    let scan: any; try { scan = scanScript({ text: line } as never, "x.sh" as never); } catch {}
    appendFileSync(log, JSON.stringify({ how, line, page, real: r }) + "\n");
  }
}, 3_600_000);
