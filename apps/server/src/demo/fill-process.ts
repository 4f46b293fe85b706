import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { openDb } from '../kernel/postgres/db.ts'
import { keyedErrorOf } from '../kernel/errors.ts'
import { createSecretBox } from '../kernel/secret-box.ts'
import { createDiskStorage } from '../kernel/storage.ts'
import { fillCatalogue, fillDemoWorld } from './fill.ts'
import { DATABASE_LOST, type FillOrder } from './fill-database.ts'

const lines = createInterface(process.stdin)
const [line] = (await once(lines, 'line')) as [string]
// whoever ordered it has died: the next start makes the world itself
lines.once('close', () => process.exit(1))
const { connection, media, secret, catalogueOnly } = JSON.parse(line) as FillOrder
const db = openDb({ connection })
try {
  if (catalogueOnly) await fillCatalogue(db)
  else await fillDemoWorld({ db, storage: createDiskStorage(media), secretBox: createSecretBox(secret) })
} catch (error) {
  const isLost = keyedErrorOf(error).key === 'maintenance'
  // what PostgreSQL refused is told by its words alone
  if (!isLost) console.error('severity' in (error as object) ? (error as Error).message : error)
  process.exitCode = isLost ? DATABASE_LOST : 1
} finally {
  await db.destroy()
  process.exit()
}
