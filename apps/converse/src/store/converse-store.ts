import { randomUUID } from "node:crypto";
import { and, eq, followLog, gte, lt, type Transaction, type Storage } from "@faculties/storage";
import type { ConversationMessage } from "../domain/conversation-message.ts";
import type { ModelCall } from "../domain/summarize-calls.ts";
import { conversationNotFound } from "./conversation-not-found.ts";
import {
  changesAfter,
  type Conversation,
  findConversation,
  lastChange,
  listConversations,
  readHistory,
  readTranscript,
  type StoredMessage,
} from "./read-conversations.ts";
import { lastPurge, recordPurge } from "./purges.ts";
import { type SavedTurn, saveTurn, type Turn } from "./save-turn.ts";
import { cachedAnswers, calls, conversations } from "./tables.ts";

const FOLLOW_EVERY_MS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const CALLS_KEPT_MS = 30 * DAY_MS;

/** All that the server keeps: conversations, figures of the calls to models, answers to repeated questions. */
export class ConverseStore {
  /** Names this process among those that share the database. */
  readonly writer = randomUUID();
  readonly storage: Storage;
  readonly #idleMs: number;
  #isReady = false;

  constructor(storage: Storage, idleMs: number) {
    this.storage = storage;
    this.#idleMs = idleMs;
  }

  /** Throws what is wrong with the database, before a model is asked in vain; once it was opened, nothing. */
  async ready(): Promise<void> {
    if (this.#isReady) return;
    await this.storage.query((tx) =>
      tx.select({ key: cachedAnswers.key }).from(cachedAnswers).limit(1),
    );
    this.#isReady = true;
  }

  /** A conversation and what was said in it; one that is unknown or expired is an error. */
  async open(id: string): Promise<{ conversation: Conversation; history: ConversationMessage[] }> {
    return this.storage.read(async (tx) => {
      const conversation = await findConversation(tx, id, this.#aliveSince());
      if (conversation === undefined) throw conversationNotFound(id);
      return { conversation, history: await readHistory(tx, id) };
    });
  }

  /** The same for people to read; undefined when there is none. */
  async transcript(
    id: string,
  ): Promise<{ conversation: Conversation; messages: StoredMessage[] } | undefined> {
    return this.storage.read(async (tx) => {
      const conversation = await findConversation(tx, id, this.#aliveSince());
      return conversation && { conversation, messages: await readTranscript(tx, id) };
    });
  }

  async list(limit: number, before?: number) {
    return this.storage.query((tx) =>
      listConversations(tx, { since: this.#aliveSince(), limit, before }),
    );
  }

  async saveTurn(turn: Turn): Promise<SavedTurn> {
    const locks = turn.id === undefined ? [] : [`conversation ${turn.id}`];
    return this.storage.write(
      (tx) => saveTurn(tx, turn, { now: this.storage.now(), writer: this.writer }),
      { locks },
    );
  }

  /** Hands over what other processes change, until the signal aborts. */
  followOthers(
    found: (changed: Pick<Conversation, "id" | "messageCount">) => void,
    signal: AbortSignal,
  ): void {
    const log = {
      last: lastChange,
      after: changesAfter,
      found: (changed: Awaited<ReturnType<typeof changesAfter>>) => {
        for (const one of changed) if (one.writer !== this.writer) found(one);
      },
    };
    followLog(this.storage, log, { everyMs: FOLLOW_EVERY_MS, signal });
  }

  async recordCall(call: ModelCall, startedAt: number): Promise<void> {
    const row = { ...call, costUsd: call.costUsd ?? null, startedAt };
    await this.storage.write(async (tx) => void (await tx.insert(calls).values(row)), {
      locks: [],
    });
  }

  async callsSince(startedAt: number): Promise<ModelCall[]> {
    const rows = await this.storage.query((tx) =>
      tx.select().from(calls).where(gte(calls.startedAt, startedAt)),
    );
    return rows.map((row) => ({ ...row, costUsd: row.costUsd ?? undefined }));
  }

  async cachedAnswer(key: string): Promise<unknown> {
    const isFresh = and(
      eq(cachedAnswers.key, key),
      gte(cachedAnswers.expiresAt, this.storage.now()),
    );
    const [row] = await this.storage.query((tx) => tx.select().from(cachedAnswers).where(isFresh));
    return row?.answer;
  }

  async cacheAnswer(key: string, answer: object, expiresAt: number): Promise<void> {
    const save = async (tx: Transaction) => {
      await tx
        .insert(cachedAnswers)
        .values({ key, answer, expiresAt })
        .onConflictDoUpdate({ target: cachedAnswers.key, set: { answer, expiresAt } });
    };
    await this.storage.write(save, { locks: [`answer ${key}`] });
  }

  /**
   * Deletes what had expired at an earlier purge, a day ago or more: a clock that is wrong for a moment hides, and does not
   * delete. Contends for everything, so that no turn is added to what goes.
   */
  async purge(): Promise<void> {
    const now = this.storage.now();
    await this.storage.write(async (tx) => {
      await tx.delete(cachedAnswers).where(lt(cachedAnswers.expiresAt, now));
      const earlier = await lastPurge(tx);
      const isRecent = earlier !== undefined && earlier <= now && earlier > now - DAY_MS;
      if (isRecent) return;
      await recordPurge(tx, now);
      if (earlier === undefined || earlier > now) return;
      await tx.delete(conversations).where(lt(conversations.updatedAt, earlier - this.#idleMs));
      await tx.delete(calls).where(lt(calls.startedAt, earlier - CALLS_KEPT_MS));
    });
  }

  #aliveSince(): number {
    return Math.floor(this.storage.now() - this.#idleMs);
  }
}
