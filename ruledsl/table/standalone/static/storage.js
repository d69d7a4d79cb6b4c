/** What the browser keeps of the tables: all files below a folder of Python's, as they are at one moment, or as they were before. */
const STORE = "files";

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The files below a folder, with a mark that is another one when they have changed; without links, and what has a dot before its name. */
function* below(FS, folder) {
  for (const name of FS.readdir(folder)) {
    if (name.startsWith(".")) continue;
    const path = `${folder}/${name}`;
    const { mode, mtime, size, ino } = FS.lstat(path);
    if (FS.isDir(mode)) yield* below(FS, path);
    else if (FS.isFile(mode)) yield [path, `${ino} ${+mtime} ${size}`];
  }
}

/** Put the files below a folder where they were; what keeps them as they are then, and says when it has. */
export async function keeper(FS, folder, name) {
  const opening = indexedDB.open(name, 2);
  opening.onupgradeneeded = () => {
    const base = opening.result;
    for (const store of base.objectStoreNames) base.deleteObjectStore(store);
    base.createObjectStore(STORE);
  };
  const base = await done(opening);
  const files = base.transaction(STORE).objectStore(STORE);
  const [paths, contents] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
  FS.mkdirTree(folder);
  paths.forEach((path, number) => {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, contents[number]);
  });
  let kept = new Map(below(FS, folder));
  const write = () => {
    const now = new Map(below(FS, folder));
    const changed = [...now].filter(([path, mark]) => kept.get(path) !== mark);
    const gone = [...kept.keys()].filter((path) => !now.has(path));
    kept = now;
    if (!changed.length && !gone.length) return Promise.resolve();
    const writing = base.transaction(STORE, "readwrite", { durability: "relaxed" });
    const store = writing.objectStore(STORE);
    for (const [path] of changed) store.put(FS.readFile(path), path);
    for (const path of gone) store.delete(path);
    return new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onabort = () => {
        kept = new Map(); // all of them are written the next time
        reject(writing.error);
      };
    });
  };
  let writing = Promise.resolve();
  let next = null;
  return () => {
    next ??= writing.then(() => {
      next = null;
      return (writing = write().catch((problem) => console.error(problem)));
    });
    return next;
  };
}
