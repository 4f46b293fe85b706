import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'

/**
 * Exit code of `fill-process.ts` when the database connection was lost: nothing was written, so a retry may succeed.
 */
export const DATABASE_LOST_EXIT_CODE = 75

export interface FillRequest {
  connection: string | ClientConfig
  mediaFolder: string
  /** The secret of the installation. It encrypts the registration keys of the communities. */
  secret: string
  /** Writes only the template catalogue, without any community. */
  catalogueOnly: boolean
}

/**
 * Writes the demo world, or only the catalogue, in a child process, which frees the memory of the texts, drawings and
 * image library when it exits. Throws when the child process fails.
 */
export const fillDatabase = async (request: FillRequest): Promise<void> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fill-process.ts')], {
    // The request is passed by stdin, because other users of the machine could read the secret on the command line.
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.on('error', () => {})
  // stdin stays open: when it closes, the child knows that this process has died.
  child.stdin.write(`${JSON.stringify(request)}\n`)
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('exit', done)
  })
  const subject = request.catalogueOnly ? 'the catalogue of templates' : 'the demo world'
  if (code === DATABASE_LOST_EXIT_CODE)
    throw Object.assign(new Error(`PostgreSQL was lost while ${subject} was made.`), { code: 'ECONNRESET' })
  const without = request.catalogueOnly ? '' : ' DEMO=0 starts without it.'
  if (code !== 0) throw new Error(`${subject} could not be made: see above.${without}`.replace(/^t/, 'T'))
}
