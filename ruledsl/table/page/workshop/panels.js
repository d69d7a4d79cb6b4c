/** What stands beside the editor, a tab each. A panel's component gets `{shop}`; it is drawn again whenever the shop changes. */
import { Card } from "./card.js";
import { Fair } from "./fair.js";
import { Scenarios } from "./scenarios.js";
import { TryIt } from "./tryit.js";

export const PANELS = [
  { id: "card", title: "Card", component: Card },
  { id: "scenarios", title: "Scenarios", component: Scenarios },
  { id: "try", title: "Try it", component: TryIt },
  { id: "fair", title: "Is it fair?", component: Fair },
];
