/** Requests of the lobby. What is refused becomes an `Error` with the server's sentence. */
import { here, request } from "./reach.js";
import { language } from "./settings.js";

async function answered(response) {
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw Object.assign(new Error(data.error?.text ?? response.statusText), { code: data.error?.code });
  return data;
}

export async function get(path, values = {}) {
  const query = new URLSearchParams({ ...values, language: language() });
  return answered(await request(`${path}?${query}`));
}

export async function post(path, body) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return answered(await request(`${path}?${new URLSearchParams({ language: language() })}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: text }));
}

/** Keep what is at an address as a file. */
export async function keep(path) {
  const response = await request(path);
  if (!response.ok) await answered(response);
  const name = response.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1];
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await response.blob()), download: name ?? "" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** A file as a text in base64, so that it can go into a request. */
export function inBase64(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Give the first file that is dropped anywhere on the page to `take`; what ends that again. */
export function onDrop(take) {
  const over = (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
  const drop = (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  };
  addEventListener("dragover", over);
  addEventListener("drop", drop);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("drop", drop);
  };
}

/** Take the seat of a secret, or become the host by the host's; it disappears from the address. The problem in words, if there is one. */
export async function sitDown(table, secret) {
  history.replaceState(null, "", here().pathname);
  try {
    await post("/api/sit", { table, secret });
    return "";
  } catch (error) {
    return error.message;
  }
}
