// Build of the pages with esbuild: each page in a few minified files, which share what several pages need.
//     node web/esbuild.config.mjs [directory]
// `make web` builds in web/dist. The server uses the build while the sources are those that it was built from.

import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import process from "node:process";
import { build } from "esbuild";

const [directory = "web/dist"] = process.argv.slice(2);
/** Modules that at least this many pages import come in one file for all pages. */
const PAGES_THAT_SHARE = 7;
/** Pages that import this show boards. What else all of them import comes in a second file. */
const BOARD = "web/board/board.js";
/** Scripts that are not modules of a page are served as they are. */
const SCRIPTS = ["web/service-worker.js", "web/core/theme.js"];
/** Modules that drawings import by their addresses: drawings of other packages are not part of this build. */
const OF_DRAWINGS = /^web\/(kit\/.*|core\/dom|core\/seat-colours|core\/i18n)\.js$/;

const sources = globSync(["web", "titles/*/web"].flatMap((folder) => [`${folder}/**/*.js`, `${folder}/**/*.css`]))
  .filter((name) => !name.startsWith("web/dist/"))
  .sort();
/** The name of a file as the pages know it: a title's drawing lies with the title, and counts as if it lay in web/. */
const named = (path) => path.replace(/^titles\/\w+\/web\//, "web/");
const drawings = {
  name: "drawings",
  setup(builds) {
    builds.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      if (path.endsWith(".woff2")) return { path, external: true }; // served from where it is
      const place = resolve(resolveDir, path);
      const shared = resolve(named(relative(".", place)));
      return { path: existsSync(place) ? place : shared };
    });
  },
};
const entries = (names) => names.map((name) => ({ in: name, out: relative("web", named(name)).replace(/\.\w+$/, "") }));
const settings = {
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2023",
  plugins: [drawings],
  outdir: directory,
  metafile: true,
  logLevel: "error",
};

/**
 * What this imports at once, and what that imports: in a metafile's inputs or outputs.
 * @param {Record<string, { imports: { path: string, kind: string }[] }>} modules
 */
function needed(modules, name, found = new Set()) {
  for (const { path, kind } of modules[name].imports) {
    if (kind !== "import-statement" || found.has(path)) continue;
    found.add(path);
    needed(modules, path, found);
  }
  return [...found];
}

const modules = sources.filter((name) => !SCRIPTS.includes(name));
const { inputs } = (await build({ ...settings, entryPoints: entries(modules), write: false })).metafile;
const imports = Object.values(inputs).flatMap((module) => module.imports);
const later = imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path);
const atOnce = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
const roots = modules.filter((name) => !atOnce.includes(name));
const pages = roots.filter((name) => !named(name).startsWith("web/titles/") && !later.includes(name));
const neededBy = new Map(pages.map((page) => [page, needed(inputs, page)]));
const importers = (name) => pages.filter((page) => neededBy.get(page).includes(name));
const imported = [...new Set([...neededBy.values()].flat())];
const ofAll = imported.filter((name) => importers(name).length >= PAGES_THAT_SHARE);
const ofBoards = imported.filter(
  (name) => !ofAll.includes(name) && importers(BOARD).every((page) => neededBy.get(page).includes(name)),
);

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
const together = `${directory}/together.js`;
const importing = (names) => names.map((name) => `import ${JSON.stringify(resolve(name))};\n`).join("");
writeFileSync(together, importing(ofAll));
/** What is loaded by an address of its own loads the boards' file if it needs any module of it. */
const boards = {
  name: "boards",
  setup(builds) {
    builds.onResolve({ filter: /\.js$/ }, ({ path, kind, resolveDir }) => {
      if (kind !== "entry-point" && kind !== "dynamic-import") return null;
      const name = relative(".", resolve(resolveDir, path));
      const needsBoards = name in inputs && [name, ...needed(inputs, name)].some((one) => ofBoards.includes(one));
      return needsBoards ? { path: resolve(name), namespace: "boards" } : null;
    });
    builds.onLoad({ filter: /./, namespace: "boards" }, ({ path }) => ({
      contents: `${importing(ofBoards)}export * from ${JSON.stringify(path)};`,
      resolveDir: ".",
    }));
  },
};
const { outputs } = (
  await build({
    ...settings,
    entryPoints: entries([...new Set([...roots, ...later, ...modules.filter((name) => OF_DRAWINGS.test(name))])]),
    plugins: [boards, drawings],
    inject: [together],
    chunkNames: "chunks/[hash]",
    minify: true,
    sourcemap: true,
  })
).metafile;
rmSync(together);

const digest = createHash("sha256");
for (const name of sources) {
  digest.update(`${name} ${createHash("sha256").update(readFileSync(name)).digest("hex")}\n`);
}
const below = (path) => relative(directory, path);
const built = Object.keys(outputs).filter((path) => outputs[path].entryPoint && path.endsWith(".js"));
writeFileSync(
  `${directory}/build.json`,
  JSON.stringify({
    sources: digest.digest("hex"),
    needed: Object.fromEntries(built.map((path) => [below(path), needed(outputs, path).map(below)])),
  }),
);
