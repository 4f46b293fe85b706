import type { Db, Tx } from './db.ts'

export type AfterCommit = (callback: () => void) => void

/** Runs a callback after a commit. An error is only logged, because the data is already stored. */
export const runAfterCommit = (callback: () => void): void => {
  try {
    callback()
  } catch (error) {
    console.error('A callback after a commit failed:', error)
  }
}

/** Runs a transaction, then its `afterCommit` callbacks in order, so that nothing rolled back is ever published. */
export const inTransaction = async <T>(db: Db, work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>): Promise<T> => {
  const callbacks: (() => void)[] = []
  const result = await db.transaction().execute(tx => work(tx, callback => void callbacks.push(callback)))
  for (const callback of callbacks) runAfterCommit(callback)
  return result
}
