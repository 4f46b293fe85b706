import { createReport as create } from '../../apps/server/src/testing/figures.ts'

export const rounded = (value: number): number => Number(value.toFixed(3))

/** Creates the report of a benchmark whose data is generated from row numbers: equal counts give equal data. */
export const createReport = (counts: Record<string, number>) => create(counts, 'md5 of row numbers')
