/** Keeps the whole page in the browser, so that it is there without a network. `FOLDER`, above, has its files with their digests, and what tells it from others: what arrives as
 *  something else, from a network that answers for all servers or from a broken cache, is not kept. */
const CACHE = `ruledsl ${new URL("./", self.location).pathname} `;
const NOW = CACHE + FOLDER.version;
/** What is kept when it is asked for. */
const LATER = new Map(Object.entries(FOLDER.later).map(([file, integrity]) => [new URL(file, self.location).href, integrity]));

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NOW).then((cache) => cache.addAll(Object.entries(FOLDER.files).map(([file, integrity]) => new Request(file, { integrity })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(CACHE) && name !== NOW;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

/** What is kept, with the policy that static servers do not send; anything else is nobody's here. */
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(NOW);
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (!kept) {
    const integrity = LATER.get(request.url);
    const found = await fetch(request, integrity && { integrity });
    if (found.ok && integrity) await cache.put(request, found.clone());
    return found;
  }
  const headers = new Headers(kept.headers);
  headers.set("content-security-policy", new URL(request.url).pathname.endsWith("/workshop.html") ? FOLDER.workshop : FOLDER.policy);
  return new Response(kept.body, { status: kept.status, headers });
}
