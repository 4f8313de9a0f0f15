import { Buffer } from "buffer";
import { StringDecoder } from "../buffers.ts";
import { EventEmitter } from "../events.ts";
import { Duplex, Writable } from "../streams/streams.ts";
import { checkArguments, checkCalledBack } from "./checked.ts";

const fs = `
readFileSync path:file |options:textOptions
writeFileSync appendFileSync path:file !data:data |options:textOptions
statSync lstatSync path:path options:any
unlinkSync path:path
readlinkSync path:path options:textOptions
readdirSync path:path options:textOptions
createReadStream createWriteStream path:path options:textOptions
mkdirSync path:path options:folderOptions
mkdtempSync prefix:path options:textOptions
+rmSync rmdirSync path:path options:object?
cpSync src:path dest:path options:object?
renameSync oldPath:path newPath:path
linkSync existingPath:path newPath:path
symlinkSync target:path path:path
*copyFileSync src:path dest:path mode:rights
*accessSync path:path mode:rights
*chmodSync path:path mode:mode
*openSync path:path |flags:flags mode:mode~
fstatSync fd:fd options:any
+closeSync fsyncSync fdatasyncSync fd:fd
ftruncateSync fd:fd len:integer?
truncateSync path:path len:any
truncate path:path len:integer?
exists path:any cb:function
realpathSync path:any options:textOptions
readSync fd:fd !buffer:view offset:readPlace? length:readCount position:position
writeSync fd:fd !buffer:data
utimesSync path:path time:time time:time
`;

const fsFolders = `
opendirSync path:path options:any
`;

const childProcess = `
spawn spawnSync file:program args:words? options:object?
exec command:program options:any callback:function~
execSync command:program
execFile file:program args:wordsOrCallback? options:optionsOrCallback~ callback:function~
execFileSync file:program args:words? options:object~
`;

const util = `
promisify callbackify original:function
inherits ctor:made superCtor:parent
deprecate fn:any msg:any code:text?
stripVTControlCharacters str:text
styleText format:any !text:text
parseEnv content:text
`;

const path = `
dirname extname isAbsolute normalize parse path:text
basename path:text suffix:text?
join ...path:text
resolve ...paths[#]:text
relative from:text to:text
matchesGlob path:text pattern:text
format pathObject:object
`;

const url = `
fileURLToPath path:textOrUrl
pathToFileURL path:text
parse url:text
resolve url:text url:text
format urlObject:address
`;

const crypto = `
createHash algorithm:text
createHmac hmac:text key:key
hash algorithm:text input:data
randomBytes size:most31
pbkdf2Sync password:secret salt:secret iterations:rounds keylen:length !digest:text
scryptSync password:secret salt:secret keylen:length
randomUUID options:object?
timingSafeEqual buf1:compared buf2:compared
randomFillSync buf:filled offset:randomPlace? size:randomCount?
`;

const zlib = `
gzipSync gunzipSync deflateSync inflateSync deflateRawSync inflateRawSync unzipSync buffer:packed
crc32 data:data value:unsigned?
`;

/** Of the forms that call back. */
const zlibLater = `
gzipSync gunzipSync deflateSync inflateSync deflateRawSync inflateRawSync unzipSync chunk:data~
`;

const emitter = `
setMaxListeners setMaxListeners:count
off removeListener type:any listener:function
`;

const buffer = `
from first_argument:source
alloc allocUnsafe allocUnsafeSlow size:size
concat list:list
byteLength string:measured
compare buf1:bytes buf2:bytes
`;

const buffers = `
write text:sentence offset:writePlace? length:writePlace?
fill value:any offset:fillPlace? end:fillPlace?
equals otherBuffer:bytes
compare target:bytes targetStart:place? targetEnd:firstPlace? sourceStart:place? sourceEnd:ownPlace?
copy target:bytes targetStart:least0? sourceStart:ownStart? sourceEnd:least0?
indexOf includes lastIndexOf value:found
`;

const process = `
nextTick callback:function
chdir directory:text
umask mask:mode?
kill pid:process
hrtime time:list?
`;

const decoders = `
write buf:decoded
`;

const writable = `
write chunk:chunk
`;

const module = `
createRequire filename:moduleFile
`;

/** What `setTimeout` and its like take, which are global, too. */
export const timerChecks = `
setTimeout setInterval setImmediate queueMicrotask callback:function
`;

const modules = { childProcess, util, path, url, crypto, zlib, process, module };

/** The modules whose functions are checked. */
type Checked = Readonly<Record<keyof typeof modules, object>> & { readonly fs: { readonly promises: object } };

/** Has Node's functions refuse what is no argument of theirs. */
export function installChecks(checked: Checked): void {
  for (const [name, lines] of Object.entries(modules)) checkArguments(checked[name as keyof typeof modules], lines);
  for (const [lines, callback] of [
    [fs, "cb"],
    [fsFolders, "callback"],
  ] as const) {
    checkArguments(checked.fs, lines);
    checkCalledBack(checked.fs, lines, callback);
    checkArguments(checked.fs.promises, lines.replaceAll("Sync", ""), "rejects");
  }
  checkCalledBack(checked.zlib, zlibLater, "callback");
  checkCalledBack(checked.crypto, crypto, "callback");
  checkArguments(EventEmitter.prototype, emitter);
  checkArguments(Buffer, buffer);
  checkArguments(Buffer.prototype, buffers);
  checkArguments(StringDecoder.prototype, decoders);
  for (const { prototype } of [Writable, Duplex]) checkArguments(prototype, writable);
}
