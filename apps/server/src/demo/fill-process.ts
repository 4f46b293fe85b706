import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { openDb } from '../kernel/postgres/db.ts'
import { keyedErrorOf } from '../kernel/errors.ts'
import { createSecretBox } from '../kernel/secret-box.ts'
import { createDiskStorage } from '../kernel/storage.ts'
import { fillCatalogue, fillDemoWorld } from './fill.ts'
import { DATABASE_LOST_EXIT_CODE, type FillRequest } from './fill-database.ts'

const lines = createInterface(process.stdin)
const [line] = (await once(lines, 'line')) as [string]
// stdin closes when the server that started this process has died; the next start of the server fills the database
// again.
lines.once('close', () => process.exit(1))
const { connection, mediaFolder, secret, catalogueOnly } = JSON.parse(line) as FillRequest
const db = openDb({ connection })
try {
  if (catalogueOnly) await fillCatalogue(db)
  else await fillDemoWorld({ db, storage: createDiskStorage(mediaFolder), secretBox: createSecretBox(secret) })
} catch (error) {
  const isLost = keyedErrorOf(error).key === 'maintenance'
  // For an error of PostgreSQL the message is enough, without a stack.
  if (!isLost) console.error('severity' in (error as object) ? (error as Error).message : error)
  process.exitCode = isLost ? DATABASE_LOST_EXIT_CODE : 1
} finally {
  await db.destroy()
  process.exit()
}
