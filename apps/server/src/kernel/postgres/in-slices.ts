/** Runs a statement for each slice of the rows, in order: one statement takes 65,535 parameters at most. */
export const inSlices = async <T>(
  rows: readonly T[],
  insert: (slice: T[]) => Promise<unknown>,
  size = 500,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += size) await insert(rows.slice(from, from + size))
}
