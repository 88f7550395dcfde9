import type { KitServices, ToolCall } from "@faculties/mcp-kit";
import type { Values } from "../context.ts";
import type { Store } from "../store/store.ts";
import type { ModelAnswer, ModelQuestion } from "./ask-model.ts";
import type { ChosenModel } from "./choose-model.ts";

/** The part of a tool call that a model call uses. */
export type Asker = Pick<ToolCall, "sample" | "signal" | "progress">;

export type Model = {
  /** Whether there is a model to ask. */
  isThere(call: Pick<ToolCall, "sample">): Promise<boolean>;
  ask<Data extends object>(call: Asker, question: ModelQuestion<Data>): Promise<ModelAnswer<Data>>;
  /** The model that would answer; undefined when there is none. */
  choose(call: Pick<ToolCall, "sample">): Promise<ChosenModel | undefined>;
};

/** The model behind the tools; its code is loaded with the first call. */
export function createModel(values: Values, services: KitServices, store: Store): Model {
  let loading: Promise<Model> | undefined;
  const loaded = () => (loading ??= load(values, services, store));
  return {
    isThere: async (call) => (await loaded()).isThere(call),
    ask: async (call, question) => (await loaded()).ask(call, question),
    choose: async (call) => (await loaded()).choose(call),
  };
}

async function load(values: Values, services: KitServices, store: Store): Promise<Model> {
  const { createModelChooser } = await import("./choose-model.ts");
  const { askModel } = await import("./ask-model.ts");
  const choose = createModelChooser(values, services);
  return {
    choose,
    isThere: async (call) => (await choose(call)) !== undefined,
    ask: async (call, question) =>
      askModel({ model: await choose(call), store, services }, call, question),
  };
}
