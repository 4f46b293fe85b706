/** Runs a statement for each batch of rows, in order, because PostgreSQL allows 65,535 parameters per statement. */
export const inBatches = async <T>(
  rows: readonly T[],
  insert: (batch: T[]) => Promise<unknown>,
  size = 500,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += size) await insert(rows.slice(from, from + size))
}
