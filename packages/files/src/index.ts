export { isInside } from "./is-inside.ts";
