/** The scenarios of the pack as it stands, red and green; which rules they reach stands in the margin of the text. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { spelled } from "./files.js";

export function Scenarios({ shop }) {
  const [found, setFound] = useState(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const runs = useRef(0);
  const run = async () => {
    const own = ++runs.current;
    setBusy(true);
    const answer = await shop.ask("scenarios").catch((error) => ({ problem: error.message || "The server does not answer." }));
    if (own !== runs.current) return; // this was of the text before
    setBusy(false);
    setProblem(answer.findings ? `The pack has an error, so nothing was run: ${answer.findings[0]?.text ?? ""}` : (answer.problem ?? ""));
    if (!answer.scenarios) return;
    setFound(answer);
    shop.reached(answer.clauses);
  };
  useEffect(() => void run(), [shop.pack, shop.settledText]);
  const marks = Object.values(shop.clauses).flat();
  const never = marks.filter((one) => !one.reached).length;
  return html`<div class="scenarios" aria-busy=${busy}>
    <div class="row"><b role="status">${found ? `${found.passed} of ${found.all} pass` : busy ? "Running…" : ""}${found && busy ? " · running again…" : ""}</b>
      <button class="option small" disabled=${busy} onClick=${run}>Run again</button><${NewScenario} shop=${shop} /></div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${found && marks.length > 0 && html`<p class="hint">${never ? `${never} of ${marks.length} rules are reached by no scenario: ○ in the margin.` : `All ${marks.length} rules are reached: ✓ in the margin.`}</p>`}
    ${found?.problems.map((one) => html`<p class="problem">${one.file}, line ${one.line}: ${one.text}</p>`)}
    ${found?.all === 0 && html`<p>A scenario is a small story that must come out: a position, what is chosen, what must come of it.</p>`}
    ${found && [...found.scenarios].sort((one, other) => Boolean(other.failure) - Boolean(one.failure)).map((one) => html`<${Story} key=${one.path + one.name} shop=${shop} one=${one} />`)}
  </div>`;
}

function Story({ shop, one }) {
  const { failure } = one;
  const there = failure && failure.path === one.path ? failure.line : one.line;
  return html`<article class=${`scenario ${failure ? "red" : "green"}`}>
    <h3><span class="outcome">${failure ? "✗ fails" : "✓ passes"}</span> <button class="quiet" onClick=${() => shop.open(one.path, there)}>${one.name.replaceAll("_", " ")}</button></h3>
    <p class="hint">${one.about}</p>
    ${failure && html`<${Failure} failure=${failure} />`}
  </article>`;
}

function Failure({ failure }) {
  return html`<p>${failure.text}</p>
    ${failure.differences.length > 0 && html`<table><thead><tr><th>What</th><th>Expected</th><th>Found</th></tr></thead>
      <tbody>${failure.differences.map((one) => html`<tr><td>${one.what}</td><td>${one.expected}</td><td>${one.found}</td></tr>`)}</tbody></table>`}
    ${failure.differences.filter((one) => one.why.length).map((one) => html`<details open><summary>Why ${one.what} is ${one.found}</summary><pre tabindex="0">${one.why.join("\n")}</pre></details>`)}
    ${failure.trace.length > 0 && html`<details><summary>What happened</summary><pre tabindex="0">${failure.trace.join("\n")}</pre></details>`}`;
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
  if (id === null) return html`<button class="option small" onClick=${() => setId("")}>New scenario…</button>`;
  return html`<form class="row" onSubmit=${make}><input aria-label="What the scenario is called, in small letters" placeholder="a_dam_by_the_water" required pattern="[a-z][a-z0-9_]*" maxlength="40" value=${id} onInput=${({ target }) => setId((target.value = spelled(target.value)))} />
    <button class="option small">Make it</button></form>`;
}
