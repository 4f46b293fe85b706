/** Runs a statement for each batch of rows, one after the other: PostgreSQL allows 65,535 parameters per statement. */
export const runInBatches = async <T>(
  rows: readonly T[],
  runBatch: (batch: T[]) => Promise<unknown>,
  batchSize = 500,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += batchSize) await runBatch(rows.slice(from, from + batchSize))
}
