// Stands in for the SDK's own shims in our bundles. Its JSON Schema validator checks elicited forms only, which no
// server here uses, and is half of the SDK's code: leaving it out is felt at every start.
export { default as process } from "node:process";

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error("This build has no JSON Schema validator: results are validated by the kit.");
  }
}
