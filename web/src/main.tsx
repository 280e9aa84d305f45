import { render } from "preact";
import { takeKeyFromAddress } from "./api/key.js";
import { App } from "./app.js";
import { announceQuestions } from "./frame/announce-questions.js";
import { goLive } from "./state/live.js";
import { followAddress } from "./state/route.js";
import "./style/base.css";
import "./style/parts.css";

takeKeyFromAddress();
followAddress();
goLive();
announceQuestions();
const place = document.getElementById("app");
if (place !== null) render(<App />, place);
