/** Lets at most `atOnce` pieces of work run at a time; the others wait in the order in which they came. */
export const limitConcurrency = (atOnce: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
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

/** The same for each key by itself: whoever has much to do waits for their own work alone. */
export const limitConcurrencyByKey = (atOnce: number): (<T>(key: string, work: () => Promise<T>) => Promise<T>) => {
  const lanes = new Map<string, { inTurn: ReturnType<typeof limitConcurrency>; pending: number }>()
  return async (key, work) => {
    const lane = lanes.get(key) ?? { inTurn: limitConcurrency(atOnce), pending: 0 }
    lanes.set(key, lane)
    lane.pending++
    try {
      return await lane.inTurn(work)
    } finally {
      if (--lane.pending === 0) lanes.delete(key)
    }
  }
}
