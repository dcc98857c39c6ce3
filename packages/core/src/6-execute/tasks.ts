/** Lets a number of tasks run at a time; the others wait in the order they came. */
export interface Tasks {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function tasks(limit: number): Tasks {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(task) {
      if (running >= limit) await new Promise<void>((begin) => waiting.push(begin));
      else running++;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running--;
        else next();
      }
    },
  };
}
