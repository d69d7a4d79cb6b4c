/** What the browser keeps of the tables: all files of one folder, as they are at one moment, or as they were before. */
const STORE = "files";

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Put the files of a folder of Python's where they were; what keeps them as they are then, and says when it has. */
export async function keeper(FS, folder, name) {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const base = await done(opening);
  const files = (await done(base.transaction(STORE).objectStore(STORE).get(folder))) ?? {};
  FS.mkdirTree(folder);
  for (const [file, data] of Object.entries(files)) FS.writeFile(`${folder}/${file}`, data);
  const write = () => {
    const names = FS.readdir(folder).filter((file) => !file.startsWith("."));
    const now = Object.fromEntries(names.map((file) => [file, FS.readFile(`${folder}/${file}`)]));
    return done(base.transaction(STORE, "readwrite", { durability: "relaxed" }).objectStore(STORE).put(now, folder));
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

/** Wait until no other tab has these tables; `elsewhere` is called when one has. Without TLS a browser may not tell: then nobody waits. */
export async function alone(name, elsewhere) {
  const held = (given) => (lock) => {
    given(Boolean(lock));
    return lock && new Promise(() => {});
  };
  const ask = (options) => new Promise((given) => navigator.locks.request(name, options, held(given)));
  if (!navigator.locks || (await ask({ ifAvailable: true }))) return;
  elsewhere();
  await ask({});
}
