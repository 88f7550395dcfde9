import type { StepCondition } from "@faculties/schemas/langbase-reasoning/workflow-preset";
import { type Scope, valueAt } from "./resolve-inputs.ts";

/** Whether a step may run. A comparison of values that cannot be compared is false. */
export function evaluateCondition(
  { field, operator, value }: StepCondition,
  scope: Scope,
): boolean {
  const found = valueAt(scope, field);
  switch (operator) {
    case "exists":
      return (found !== undefined && found !== null) === (value ?? true);
    case "eq":
      return isEqual(found, value);
    case "neq":
      return !isEqual(found, value);
    case "contains":
      return contains(found, value);
    default:
      return isOrdered(operator, compare(found, value));
  }
}

function isOrdered(operator: "gt" | "gte" | "lt" | "lte", order: number | undefined): boolean {
  if (order === undefined) return false;
  if (operator === "gt") return order > 0;
  if (operator === "gte") return order >= 0;
  return operator === "lt" ? order < 0 : order <= 0;
}

function compare(left: unknown, right: unknown): number | undefined {
  if (typeof left === "number" && typeof right === "number") return Math.sign(left - right);
  if (typeof left === "string" && typeof right === "string")
    return left === right ? 0 : left < right ? -1 : 1;
  return undefined;
}

function contains(whole: unknown, part: unknown): boolean {
  if (typeof whole === "string") return typeof part === "string" && whole.includes(part);
  if (Array.isArray(whole)) return whole.some((item) => isEqual(item, part));
  return (
    typeof whole === "object" &&
    whole !== null &&
    typeof part === "string" &&
    Object.hasOwn(whole, part)
  );
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
    return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && isEqual(left[key as never], right[key as never]),
    )
  );
}
