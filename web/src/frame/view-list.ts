/** The views, in the order of the navigation. */
import type { ComponentType } from "preact";
import { ActivityView } from "../views/activity/activity-view.js";
import { HealthView } from "../views/health/health-view.js";
import { QuestionsView } from "../views/questions/questions-view.js";
import { RulesView } from "../views/rules/rules-view.js";
import { SeenView } from "../views/seen/seen-view.js";
import { TimelineView } from "../views/timeline/timeline-view.js";

export interface View {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  /** The key that leads to it, after `g`. */
  readonly key: string;
  readonly component: ComponentType;
}

export const views: readonly View[] = [
  { name: "activity", title: "Activity", key: "a", component: ActivityView },
  { name: "questions", title: "Questions", key: "q", component: QuestionsView },
  { name: "timeline", title: "Timeline", key: "t", component: TimelineView },
  { name: "seen", title: "Files seen", key: "s", component: SeenView },
  { name: "rules", title: "Rules", key: "r", component: RulesView },
  { name: "health", title: "Health", key: "h", component: HealthView },
];
