import { route } from "../src/app/route.js";

it("greets", () => expect(route).toBeDefined());
