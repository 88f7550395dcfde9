#!/usr/bin/env node
// Starts the bundle next to it with V8's compiled code from an earlier start. Node 22 and later can do that by
// themselves; for Node 20 the code is kept in the user's cache directory, and used only when its digest, the
// bundle's content, the Node version and the file's owner all match. Compiled code is run without a look at the bundle,
// so on every Node its folder must be one that only this user can write to. FACULTIES_CODE_CACHE names another folder, or is "off".
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import module, { createRequire } from "node:module";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

const WRITE_AFTER_MS = 500;
const DIGEST_BYTES = 32;
const USUAL_GROWTH = 2;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

const folder = dirname(fileURLToPath(import.meta.url));
const requireOutside = createRequire(import.meta.url);
const loaded = new Map();
const compiled = [];
let isNurserySmall = false;

if (process.env.FACULTIES_CODE_CACHE === "off") {
  requireOutside("./server.cjs");
  limitNursery();
} else if (module.enableCompileCache) {
  useOwnCache(join(cacheDirectory(), "node"));
  requireOutside("./server.cjs");
  limitNursery();
} else {
  load("server.cjs");
  limitNursery();
  setTimeout(writeCaches, WRITE_AFTER_MS).unref();
  // Wrong settings end a start before anything is written.
  process.once("exit", (code) => {
    if (code === 0) writeCaches();
  });
}

function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const own = { exports: {} };
  loaded.set(name, own);
  const file = join(folder, name);
  const source = `(function(exports,require,module,__filename,__dirname){${fs.readFileSync(file, "utf8")}\n})`;
  const cacheFile = cacheFileOf(name, source);
  const cachedData = readCache(cacheFile);
  // Bundles contain no native import(): it cannot be used together with cached code.
  const script = new Script(source, { filename: file, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) compiled.push({ script, cacheFile });
  const requireInside = (id) => (id.startsWith("./") ? load(id.slice(2)) : requireOutside(id));
  script.runInThisContext()(own.exports, requireInside, own, file, folder);
  return own.exports;
}

/**
 * A package that declares `"launch": { "smallNursery": true }` keeps the space for young objects from growing. V8 refuses
 * compiled code where flags are not what they were when it was written, and at the next start they are the usual ones: the
 * code is written before they change, or as if they had not.
 */
function limitNursery() {
  const declared = join(folder, "launch.json");
  if (!fs.existsSync(declared) || !JSON.parse(fs.readFileSync(declared, "utf8")).smallNursery)
    return;
  module.flushCompileCache?.();
  isNurserySmall = true;
  growNurseryBy(1);
}

function growNurseryBy(factor) {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

function useOwnCache(path) {
  try {
    makeFolder(dirname(path));
    if (!isPrivate(dirname(path))) return;
    makeFolder(path);
    if (!holdsOwnOnly(path)) return;
  } catch {
    // Without a folder of its own every start is as slow as the first.
    return;
  }
  module.enableCompileCache(path);
}

/** Whether nobody but this user, and root, can change what is in a folder or put another in its place. */
function isPrivate(path) {
  // Windows has its own rules, and a cache folder of each user that others cannot write to.
  if (process.geteuid === undefined) return true;
  const real = fs.realpathSync(path);
  return isOwn(fs.statSync(real)) && [...pathsTo(path), ...pathsTo(real)].every(isGuarded);
}

/** Whether everything below a folder is this user's; it may have been open to others before. */
function holdsOwnOnly(path) {
  const names = fs.readdirSync(path, { recursive: true });
  return [path, ...names.map((name) => join(path, name))].every((one) => isOwn(fs.lstatSync(one)));
}

function isOwn({ uid, mode }) {
  if (process.geteuid === undefined) return true;
  return uid === process.geteuid() && (mode & WRITABLE_BY_OTHERS) === 0;
}

/** In a sticky folder, such as /tmp, others can add entries but not replace those of this user. */
function isGuarded(path) {
  const status = fs.lstatSync(path);
  if (status.uid !== 0 && status.uid !== process.geteuid()) return false;
  const isClosed = (status.mode & WRITABLE_BY_OTHERS) === 0 || (status.mode & STICKY) !== 0;
  return isClosed || status.isSymbolicLink();
}

/** A path and all those above it. */
function pathsTo(path) {
  const above = dirname(path);
  return above === path ? [path] : [...pathsTo(above), path];
}

function cacheDirectory() {
  const { env, platform } = process;
  if (isAbsolute(env.FACULTIES_CODE_CACHE ?? "")) return env.FACULTIES_CODE_CACHE;
  if (platform === "win32")
    return join(absolute(env.LOCALAPPDATA) ?? homedir(), "faculties", "Cache");
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "faculties");
  return join(absolute(env.XDG_CACHE_HOME) ?? join(homedir(), ".cache"), "faculties");
}

/** The XDG specification says to ignore a relative path. */
function absolute(path) {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function cacheFileOf(name, source) {
  const facts = `${process.version} ${process.arch} ${source}`;
  const key = createHash("sha256").update(facts).digest("hex").slice(0, 24);
  return join(
    cacheDirectory(),
    `${basename(dirname(folder))}-${basename(name, ".cjs")}-${key}.bin`,
  );
}

function readCache(file) {
  let handle;
  try {
    if (!isPrivate(dirname(file))) return undefined;
    handle = fs.openSync(file, "r");
    const content = isOwn(fs.fstatSync(handle)) ? fs.readFileSync(handle) : Buffer.alloc(0);
    const code = content.subarray(DIGEST_BYTES);
    return digestOf(code).equals(content.subarray(0, DIGEST_BYTES)) ? code : undefined;
  } catch {
    // No cache yet, or none that can be read: the bundle itself is all that is needed.
    return undefined;
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

function writeCaches() {
  if (compiled.length === 0) return;
  try {
    makeFolder(cacheDirectory());
    if (!isPrivate(cacheDirectory())) return;
    const written = compiled.splice(0);
    if (isNurserySmall) growNurseryBy(USUAL_GROWTH);
    for (const { script, cacheFile } of written) {
      const code = script.createCachedData();
      const draft = `${cacheFile}.${process.pid}`;
      fs.writeFileSync(draft, Buffer.concat([digestOf(code), code]), { mode: 0o600 });
      fs.renameSync(draft, cacheFile);
    }
    removeOlder(written.map(({ cacheFile }) => basename(cacheFile)));
  } catch {
    // A cache that cannot be written only means that the next start is as slow as this one.
  } finally {
    if (isNurserySmall) growNurseryBy(1);
  }
}

/** Node's own recursive mkdir never returns where folders cannot be made, such as under /proc. */
function makeFolder(path) {
  if (fs.existsSync(path)) return;
  makeFolder(dirname(path));
  fs.mkdirSync(path, { mode: 0o700 });
}

/** Of no use to anybody: the code of earlier versions of a bundle, and of bundles that this version does not have. */
function removeOlder(written) {
  const server = `${basename(dirname(folder))}-`;
  const renewed = new Set(written.map(withoutKey));
  for (const name of fs.readdirSync(cacheDirectory())) {
    const bundle = withoutKey(name);
    if (!bundle?.startsWith(server) || written.includes(name)) continue;
    if (renewed.has(bundle) || !fs.existsSync(join(folder, `${bundle.slice(server.length)}.cjs`)))
      fs.rmSync(join(cacheDirectory(), name), { force: true });
  }
}

function withoutKey(name) {
  return /^(.+)-[0-9a-f]{24}\.bin$/.exec(name)?.[1];
}

function digestOf(code) {
  return createHash("sha256").update(code).digest();
}
