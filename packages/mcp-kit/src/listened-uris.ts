import * as z from "zod";

const ListenParams = z.object({
  notifications: z.object({ resourceSubscriptions: z.array(z.string()) }),
});

/** The addresses that a `subscriptions/listen` asks for. What is malformed, the SDK refuses. */
export function listenedUris(params: unknown): readonly string[] {
  return ListenParams.safeParse(params).data?.notifications.resourceSubscriptions ?? [];
}
