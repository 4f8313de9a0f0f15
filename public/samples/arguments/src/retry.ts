/** Runs `task` until it succeeds, waiting twice as long after each failure, with a little chance in it. */
export async function retry<T>(task: () => Promise<T>, attempts = 5, firstDelayMs = 100): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt === attempts) throw error;
      const delay = firstDelayMs * 2 ** (attempt - 1);
      // Everyone who failed together would come back together.
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random() / 2)));
    }
  }
}
