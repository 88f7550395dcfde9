import { afterAll } from "vitest";
import { releaseFile } from "./after-test.ts";

// Other modules are shared by all files of a worker; a set-up file is run for each.
afterAll(releaseFile);
