import { createReport as create } from '../../apps/server/src/testing/figures.ts'

export const rounded = (value: number): number => Number(value.toFixed(3))

/** The report of a bench whose worlds are the same for the same counts. */
export const createReport = (counts: Record<string, number>) => create(counts, 'md5 of row numbers')
