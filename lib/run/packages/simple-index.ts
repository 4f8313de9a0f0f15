import { unlessAborted } from "#lib/async/unless-aborted.ts";
import { uriDecoded } from "#lib/vfs/uri.ts";
import { fetchFile } from "./fetch-file.ts";
import {
  namePattern,
  type OfferedFile,
  PackageError,
  type PackageSource,
  packageLimits,
  packageName,
  pythonMade,
} from "./package.ts";
import { readRequirement } from "./requirement.ts";
import { admits, compareVersions, isPreRelease, readVersion, readWheelName } from "./wheel-name.ts";

/** A file that an index lists. */
interface Listed {
  readonly file: string;
  readonly address: URL;
  readonly sha256: string;
  /** Its `requires-python`. */
  readonly python: string;
  /** SHA-256 of the metadata file beside it (PEP 658). */
  readonly metadata: string | undefined;
  readonly isYanked: boolean;
}

const mostFiles = 20_000;

/**
 * Packages of an index like PyPI's (PEP 503, and PEP 691 as JSON): a page per name, whose links contain hashes. Takes a package's newest
 * version with a wheel for this Python (PEP 783) or for any; its requirements are read from the metadata beside the wheel (PEP 658), and
 * are empty without metadata.
 * @param folder the index's address
 */
export function simpleIndex(folder: string): PackageSource {
  const known = new Map<string, Promise<OfferedFile | undefined>>();
  const named: PackageSource["named"] = (name, signal) => {
    const key = packageName(name);
    const found = known.get(key) ?? (namePattern.test(name) ? chosen(folder, key) : Promise.resolve(undefined));
    known.set(key, found);
    // A failed request is made again next time.
    found.catch(() => known.delete(key));
    return unlessAborted(found, signal);
  };
  return { named, ofModule: named };
}

/** The answer is shared by all who ask for it, so none of them can end the requests. */
async function chosen(folder: string, name: string): Promise<OfferedFile | undefined> {
  const address = new URL(`${name}/`, folder).href;
  const { signal } = new AbortController();
  let page: string;
  try {
    page = new TextDecoder().decode(
      await fetchFile(address, { most: packageLimits.listBytes, accept: jsonFirst, signal }),
    );
  } catch (caught) {
    if (caught instanceof PackageError && caught.isMissing) return undefined;
    throw caught;
  }
  const best = newestWheel(readListing(page, address), name);
  if (!best) return undefined;
  const { file, version } = best;
  if (file.address.origin !== new URL(folder).origin)
    throw new PackageError(
      `${file.file} is at ${file.address.host}, but this page fetches packages only from ${new URL(folder).host}.`,
    );
  return {
    ...{ name, version, file: file.file, address: file.address.href, sha256: file.sha256 },
    depends: await dependsOf(file, signal),
  };
}

const jsonFirst = "application/vnd.pypi.simple.v1+json, text/html;q=0.5";

function newestWheel(
  listed: readonly Listed[],
  name: string,
): { readonly file: Listed; readonly version: string } | undefined {
  const wheels = listed.flatMap((file) => {
    const wheel = readWheelName(file.file);
    const version = wheel && readVersion(wheel.version);
    if (!wheel || !version || wheel.rank < 0 || packageName(wheel.name) !== name || file.isYanked) return [];
    return admits(file.python, `${pythonMade.version}.2`)
      ? [{ file, version: wheel.version, numbers: version, rank: wheel.rank }]
      : [];
  });
  const released = wheels.filter(({ numbers }) => !isPreRelease(numbers));
  const [best] = (released.length > 0 ? released : wheels).toSorted(
    (one, other) => compareVersions(other.numbers, one.numbers) || one.rank - other.rank,
  );
  return best;
}

/** The files on an index page, in JSON or HTML; links without a SHA-256 are dropped. */
function readListing(page: string, address: string): readonly Listed[] {
  const listed = page.trimStart().startsWith("{") ? ofJson(page) : ofHtml(page);
  return listed.slice(0, mostFiles).flatMap(({ file, url, sha256, python, metadata, isYanked }) => {
    if (!/^\w[\w.+!-]{0,240}\.whl$/.test(file) || !/^[\da-f]{64}$/.test(sha256) || !URL.canParse(url, address))
      return [];
    const place = new URL(url, address);
    place.hash = "";
    return [
      {
        file,
        address: place,
        sha256,
        python,
        metadata: /^[\da-f]{64}$/.test(metadata) ? metadata : undefined,
        isYanked,
      },
    ];
  });
}

interface Found extends Omit<Listed, "address" | "metadata"> {
  readonly url: string;
  readonly metadata: string;
}

function ofJson(page: string): Found[] {
  try {
    const { files } = Object(JSON.parse(page)) as { readonly files?: unknown };
    if (!Array.isArray(files)) return [];
    return files.map((each: unknown) => {
      const { filename, url, hashes, yanked, ...more } = Object(each) as Readonly<Record<string, unknown>>;
      const metadata = Object(more["core-metadata"] ?? more["data-dist-info-metadata"]) as {
        readonly sha256?: unknown;
      };
      const { sha256 } = Object(hashes) as { readonly sha256?: unknown };
      return {
        ...{ file: text(filename), url: text(url), sha256: text(sha256), python: text(more["requires-python"]) },
        ...{ metadata: text(metadata.sha256), isYanked: yanked !== undefined && yanked !== false },
      };
    });
  } catch {
    return [];
  }
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

function ofHtml(page: string): Found[] {
  return [...page.matchAll(/<a\s([^>]{1,4000})>/gi)].map(([, attributes = ""]) => {
    const at = (name: string) =>
      plain(
        new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i")
          .exec(attributes)
          ?.slice(1)
          .find((each) => each !== undefined) ?? "",
      );
    const [url = "", hash = ""] = at("href").split("#");
    const metadata = at("data-core-metadata") || at("data-dist-info-metadata");
    return {
      ...{
        file: uriDecoded(url.slice(url.lastIndexOf("/") + 1)) ?? "",
        url,
        sha256: /^sha256=(\w+)$/.exec(hash)?.[1] ?? "",
      },
      ...{ python: at("data-requires-python"), metadata: /^sha256=(\w+)$/.exec(metadata)?.[1] ?? "" },
      isYanked: /(?:^|\s)data-yanked(?:\s|=|$)/i.test(attributes),
    };
  });
}

function plain(text: string): string {
  const signs: Readonly<Record<string, string>> = { gt: ">", lt: "<", quot: '"', amp: "&", "#39": "'" };
  return text.replaceAll(/&(gt|lt|quot|amp|#39);/g, (_, name: string) => signs[name] ?? "");
}

/** The requirements in a package's metadata that apply here. */
async function dependsOf({ address, metadata }: Listed, signal: AbortSignal): Promise<readonly string[]> {
  if (metadata === undefined) return [];
  const place = new URL(address);
  place.pathname += ".metadata";
  const bytes = await fetchFile(place.href, { most: metadataBytes, sha256: metadata, signal });
  const [head = ""] = new TextDecoder().decode(bytes).split(/\r?\n\r?\n/, 1);
  return [...head.matchAll(/^Requires-Dist:\s*(.+?)\s*$/gim)]
    .slice(0, 200)
    .flatMap(([, line = ""]) => readRequirement(line) ?? []);
}

const metadataBytes = 1024 * 1024;
