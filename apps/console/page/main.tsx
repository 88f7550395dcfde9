import { render } from "preact";
import { config } from "zod";
import { App } from "./app.tsx";

// Compiling schemas would need eval, which the content security policy forbids.
config({ jitless: true });
// The token has become a cookie; it has no business in the history.
history.replaceState(null, "", location.pathname + location.hash);

const root = document.querySelector("#app");
if (root) render(<App />, root);
