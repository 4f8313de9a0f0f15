import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { packTar } from "modern-tar";
import { expect, it } from "vitest";
import { shellOver } from "#lib/run/sandbox/run-fixture.ts";
import { mountLimits } from "#lib/vfs/limits.ts";

it("unpacks nothing outside of the folder that it unpacks into", async () => {
  const { run, tree } = shellOver();
  const name = "../../home/user/out";
  const body = new TextEncoder().encode("x");
  tree.write("/workspace/a.tar", await packTar([{ header: { name, size: 1, type: "file" }, body }]));
  tree.write("/workspace/a.zip", zipSync({ [name]: body }));
  expect(await run("mkdir in; tar xf a.tar -C in; echo $?; unzip -q a.zip -d in; echo $?; ls /home/user in")).toEqual({
    ...{ out: "2\n9\n/home/user:\n\nin:\n", status: 0 },
    err: `tar: ${name}: contains '..', and is not written\nunzip: ${name}: contains '..', and is not written\n`,
  });
});

it("unpacks no more than a run may write", async () => {
  const { run, tree } = shellOver();
  const much = new Uint8Array(mountLimits.bytes + 1);
  tree.write("/workspace/a.tgz", gzipSync(much));
  tree.write("/workspace/a.zip", zipSync({ much }));
  expect(await run("tar tf a.tgz; echo $?; unzip -l a.zip")).toEqual({
    ...{ out: "2\n", status: 9 },
    err: ["tar", "unzip"].map((name) => `${name}: the archive unpacks to more than a run may write\n`).join(""),
  });
});

it("says in a sentence what is no archive", async () => {
  const { run } = shellOver({ "/workspace/in.txt": "text" });
  const { err } = await run("tar tf in.txt; tar xzf in.txt; unzip in.txt; tar xjf in.txt; tar xf nofile");
  expect(err.split("\n")).toEqual([
    "tar: this does not look like a tar archive",
    "tar: this does not look like a tar archive",
    "unzip: this is no zip archive, or a damaged one",
    "tar: -j is not possible here",
    "tar: ENOENT: no such file or directory, open '/workspace/nofile'",
    "",
  ]);
});
