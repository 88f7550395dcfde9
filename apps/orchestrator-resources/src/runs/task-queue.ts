/** First in, first out, also with thousands waiting; one that fits may overtake those that do not. */
export class TaskQueue<Task> {
  #tasks: (Task | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#tasks.length - this.#head;
  }

  push(task: Task): void {
    this.#tasks.push(task);
  }

  /** Takes the first task that fits. */
  takeFirst(fits: (task: Task) => boolean): Task | undefined {
    for (let index = this.#head; index < this.#tasks.length; index += 1)
      if (fits(this.#tasks[index] as Task)) return this.#take(index);
    return undefined;
  }

  /** Takes the task that fits and has the highest rank; of several the first. */
  takeBest(fits: (task: Task) => boolean, rankOf: (task: Task) => number): Task | undefined {
    let best = -1;
    let highest = -Infinity;
    for (let index = this.#head; index < this.#tasks.length; index += 1) {
      const task = this.#tasks[index] as Task;
      const rank = fits(task) ? rankOf(task) : -Infinity;
      if (rank > highest) [best, highest] = [index, rank];
    }
    return best === -1 ? undefined : this.#take(best);
  }

  #take(index: number): Task | undefined {
    if (index !== this.#head) return this.#tasks.splice(index, 1)[0];
    const task = this.#tasks[index];
    this.#tasks[index] = undefined;
    this.#head += 1;
    if (this.#head > 1_024 && this.#head > this.size) {
      this.#tasks = this.#tasks.slice(this.#head);
      this.#head = 0;
    }
    return task;
  }
}
