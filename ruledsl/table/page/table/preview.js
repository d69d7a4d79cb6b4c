/** What a choice would bring, shown on the board before it is made. */
import { html } from "../vendor/htm-preact.js";
import { t } from "../words.js";

const ENDS = {
  chance: "What happens next depends on chance.",
  secret: "What happens next depends on something that you may not know.",
  decision: "Then somebody else decides.",
};

export function PreviewBar({ state }) {
  const { preview } = state;
  if (!preview) return null;
  const choose = () => {
    const { option } = preview;
    state.set({ preview: null });
    state.choose(option);
  };
  return html`<section class="preview" aria-label=${t("Preview")}><h3>${t("Preview")}: ${preview.option.label}</h3>
    <ul>${preview.log.map((entry) => html`<li>${entry.text ?? entry}</li>`)}</ul>
    ${ENDS[preview.ends] && html`<p class="hint">${t(ENDS[preview.ends])}</p>`}
    <div class="row"><button class="option main" onClick=${choose}>${t("Do it")}</button><button class="option" onClick=${() => state.set({ preview: null })}>${t("Back")}</button></div>
  </section>`;
}
