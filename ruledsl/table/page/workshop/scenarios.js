/** The scenarios of the pack as it stands, red and green; which rules they reach stands in the margin of the text. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { spelled } from "./files.js";

export function Scenarios({ shop }) {
  const [found, setFound] = useState(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const runs = useRef(0);
  const run = async () => {
    const own = ++runs.current;
    setBusy(true);
    const answer = await shop.ask("scenarios").catch((error) => ({ problem: error.message || t("The server does not answer.") }));
    if (own !== runs.current) return; // this was of the text before
    setBusy(false);
    setProblem(answer.findings ? `${t("The pack has an error, so nothing was run:")} ${answer.findings[0]?.text ?? ""}` : (answer.problem ?? ""));
    if (!answer.scenarios) return;
    setFound(answer);
    shop.reached(answer.clauses);
  };
  useEffect(() => void run(), [shop.pack, shop.settledText]);
  const marks = Object.values(shop.clauses).flat();
  const never = marks.filter((one) => !one.reached).length;
  return html`<div class="scenarios" aria-busy=${busy}>
    <div class="row"><b role="status">${found ? t("{passed} of {all} pass", found) : busy ? t("Running…") : ""}${found && busy ? ` · ${t("running again…")}` : ""}</b>
      <button class="option small" disabled=${busy} onClick=${run}>${t("Run again")}</button><${NewScenario} shop=${shop} /></div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${found && marks.length > 0 && html`<p class="hint">${never ? t("{never} of {n} rules are reached by no scenario: ○ in the margin.", { never, n: marks.length }) : t("All {n} rules are reached: ✓ in the margin.", { n: marks.length })}</p>`}
    ${found?.problems.map((one) => html`<p class="problem">${t("{file}, line {line}", one)}: <span lang="en">${one.text}</span></p>`)}
    ${found?.all === 0 && html`<p>${t("A scenario is a small story that must come out: a position, what is chosen, what must come of it.")}</p>`}
    ${found && [...found.scenarios].sort((one, other) => Boolean(other.failure) - Boolean(one.failure)).map((one) => html`<${Story} key=${one.path + one.name} shop=${shop} one=${one} />`)}
  </div>`;
}

function Story({ shop, one }) {
  const { failure } = one;
  const there = failure && failure.path === one.path ? failure.line : one.line;
  return html`<article class=${`scenario ${failure ? "red" : "green"}`}>
    <h3><span class="outcome">${failure ? `✗ ${t("fails")}` : `✓ ${t("passes")}`}</span> <button class="quiet" onClick=${() => shop.open(one.path, there)}>${one.name.replaceAll("_", " ")}</button></h3>
    <p class="hint" lang="en">${one.about}</p>
    ${failure && html`<${Failure} failure=${failure} />`}
  </article>`;
}

function Failure({ failure }) {
  return html`<p lang="en">${failure.text}</p>
    ${failure.differences.length > 0 && html`<table><thead><tr><th>${t("What")}</th><th>${t("Expected")}</th><th>${t("Found")}</th></tr></thead>
      <tbody lang="en">${failure.differences.map((one) => html`<tr><td>${one.what}</td><td>${one.expected}</td><td>${one.found}</td></tr>`)}</tbody></table>`}
    ${failure.differences.filter((one) => one.why.length).map((one) => html`<details open><summary>${t("Why {what} is {found}", one)}</summary><pre tabindex="0" lang="en">${one.why.join("\n")}</pre></details>`)}
    ${failure.trace.length > 0 && html`<details><summary>${t("What happened")}</summary><pre tabindex="0" lang="en">${failure.trace.join("\n")}</pre></details>`}`;
}

function NewScenario({ shop }) {
  const [id, setId] = useState(null);
  const make = async (event) => {
    event.preventDefault();
    try {
      await shop.make({ what: "scenario", pack: shop.pack, id });
      setId(null);
    } catch (error) {
      shop.say(error.message);
    }
  };
  if (id === null) return html`<button class="option small" onClick=${() => setId("")}>${t("New scenario…")}</button>`;
  return html`<form class="row" onSubmit=${make}><input aria-label=${t("What the scenario is called, in small letters")} placeholder="a_dam_by_the_water" required pattern="[a-z][a-z0-9_]*" maxlength="40" value=${id} onInput=${({ target }) => setId((target.value = spelled(target.value)))} />
    <button class="option small">${t("Make it")}</button></form>`;
}
