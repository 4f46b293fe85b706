/** Lets at most `atOnce` pieces of work run at a time; the others wait in the order in which they came. */
export const takeTurns = (atOnce: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    // Whoever leaves hands the place on, so that nobody slips in between.
    if (running < atOnce) running++
    else await new Promise<void>(resume => waiting.push(resume))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
