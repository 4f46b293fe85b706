import type { Db, Tx } from './db.ts'

export type AfterCommit = (callback: () => void) => void

/** Runs a callback after a commit. A failure is only logged: the data is already stored. */
export const runAfterCommit = (callback: () => void): void => {
  try {
    callback()
  } catch (error) {
    console.error('A callback after a commit failed:', error)
  }
}

/** Runs `afterCommit` callbacks in order after the commit, so that nothing is published that was rolled back. */
export const inTransaction = async <T>(db: Db, work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>): Promise<T> => {
  const callbacks: (() => void)[] = []
  const result = await db.transaction().execute(tx => work(tx, callback => void callbacks.push(callback)))
  for (const callback of callbacks) runAfterCommit(callback)
  return result
}
