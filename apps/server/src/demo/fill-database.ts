import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'

/** The exit code of `fill-process.ts` when it lost the database: nothing was made, and a new try may do. */
export const DATABASE_LOST = 75

/** What `fill-process.ts` is started with, as JSON. */
export interface FillOrder {
  connection: string | ClientConfig
  /** The folder of the pictures. */
  media: string
  /** Of the installation: register keys are encrypted with it. */
  secret: string
  /** Only what every installation begins with, without any community. */
  catalogueOnly: boolean
}

/**
 * Makes the demo world, or the catalogue alone, in a process of its own: its texts, drawings and the picture library
 * take memory that the server would not get back. Throws when it could not be made.
 */
export const fillDatabase = async (order: FillOrder): Promise<void> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fill-process.ts')], {
    // not on the command line, where others of the machine could read the secret
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.on('error', () => {})
  // it stays open: that it closes tells the child that this process has died
  child.stdin.write(`${JSON.stringify(order)}\n`)
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('exit', done)
  })
  const made = order.catalogueOnly ? 'the catalogue of templates' : 'the demo world'
  if (code === DATABASE_LOST)
    throw Object.assign(new Error(`PostgreSQL was lost while ${made} was made.`), { code: 'ECONNRESET' })
  const without = order.catalogueOnly ? '' : ' DEMO=0 starts without it.'
  if (code !== 0) throw new Error(`${made} could not be made: see above.${without}`.replace(/^t/, 'T'))
}
