import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './fault.ts'

/** All faults of the catalogue, in the order of its files. */
export const readCatalogue = async (): Promise<Fault[]> => {
  const files = ['server', 'web', 'contract'].flatMap(side =>
    readdirSync(join(import.meta.dirname, side))
      .filter(file => file.endsWith('.ts'))
      .toSorted()
      .map(file => join(import.meta.dirname, side, file)),
  )
  const modules = await Promise.all(files.map(async file => (await import(file)) as { faults: Fault[] }))
  return modules.flatMap(({ faults }) => faults)
}
