/** How this page reaches its tables: over HTTP and WebSockets. `ruledsl page` puts a file in this place that reaches them in the browser itself. */

/** Do other browsers reach these tables, by links? */
export const shared = true;

/** Where the page is: its path, the words behind `?`, and a secret behind `#`. */
export const here = () => new URL(location.href);

/** What leads to a place of the page. */
export const leadTo = (path) => path;

/** Say when the page is somewhere else without having been loaded anew. */
export const onMove = () => {};

/** The response to a request. */
export const request = (path, options) => fetch(path, options);

/** Where the workshop is, as far as the lobby leads there. */
export const workshop = "";

/** The pack that stands in the address, as text in base64: nobody's address puts packs on a server. */
export const sentHere = () => "";

/** A link with a pack in it, where such links lead anywhere. */
export const linkWith = null;

/** What shows a page of HTML that was made, in a frame or a tab. */
export const paperFrom = async (path) => path;

/** What a picture is shown from. */
export const shownFrom = async (path) => path;

/** What the cover of a pack is shown from; `path` draws its map. */
export const coverOf = (_pack, path) => shownFrom(path);

/** A socket to a table. */
export const socketTo = (path) => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
