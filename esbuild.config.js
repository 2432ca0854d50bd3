// The build of the pages: every page in a few minified files, which share what several of them need.
//     node esbuild.config.js [directory]
// `make web` builds into web/dist, the package and the container image bring what is built.

import { createHash } from "node:crypto";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";
import { build } from "esbuild";

const [directory = "web/dist"] = process.argv.slice(2);
const sources = globSync(["web/**/*.js", "web/**/*.css"])
  .filter((name) => !name.startsWith("web/dist/"))
  .sort();
// The service worker is no part of a page, and the server puts the version into it.
const ours = sources.filter((name) => name !== "web/service-worker.js");

const settings = {
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2023",
  outbase: "web",
  outdir: directory,
  metafile: true,
  logLevel: "error",
};

const { inputs } = (await build({ ...settings, entryPoints: ours, write: false })).metafile;
const imported = { static: new Set(), later: new Set() };
for (const { imports } of Object.values(inputs)) {
  for (const { path, kind } of imports) imported[kind === "dynamic-import" ? "later" : "static"].add(path);
}
/** What drawings import by its address: those of other packages are no part of this build. */
const isShared = (name) => /^web\/(kit\/.*|dom|seats|texts)\.js$/.test(name);
const entries = ours.filter((name) => !imported.static.has(name) || imported.later.has(name) || isShared(name));

rmSync(directory, { recursive: true, force: true });
const { outputs } = (
  await build({
    ...settings,
    entryPoints: entries,
    chunkNames: "chunks/[hash]",
    minify: true,
    sourcemap: true,
  })
).metafile;

/** What a built module imports at once, and what that imports. */
function needed(path, found = new Set()) {
  for (const { path: other, kind } of outputs[path].imports) {
    if (kind !== "import-statement" || found.has(other)) continue;
    found.add(other);
    needed(other, found);
  }
  return [...found];
}

const below = (path) => relative(directory, path);
const modules = Object.keys(outputs).filter((path) => outputs[path].entryPoint && path.endsWith(".js"));
const digest = createHash("sha256");
for (const name of sources) {
  digest.update(`${name} ${createHash("sha256").update(readFileSync(name)).digest("hex")}\n`);
}
writeFileSync(
  `${directory}/build.json`,
  JSON.stringify({
    sources: digest.digest("hex"),
    needed: Object.fromEntries(modules.map((path) => [below(path), needed(path).map(below)])),
  }),
);
