/** Calls somebody who looks elsewhere, if they have asked for it: a notification of the browser. */
import { settings } from "../settings.js";

/** Ask the browser whether it may; true if so. */
export async function allowed() {
  return globalThis.Notification !== undefined && (await Notification.requestPermission()) === "granted";
}

/** Call with these words; a later call of a table replaces the earlier one. */
export function call(table, title, body) {
  if (!settings.call || !document.hidden || globalThis.Notification?.permission !== "granted") return;
  try {
    const note = new Notification(title, { body, tag: table, icon: new URL("../icon.svg", import.meta.url).href });
    note.onclick = () => (focus(), note.close());
  } catch {
    // Some browsers show notifications of service workers only; the title says it too.
  }
}
