import { text } from 'node:stream/consumers'
import { openDb } from '../kernel/postgres/db.ts'
import { keyedErrorOf } from '../kernel/errors.ts'
import { createSecretBox } from '../kernel/secret-box.ts'
import { createDiskStorage } from '../kernel/storage.ts'
import { fillCatalogue, fillDemoWorld } from './fill.ts'
import { DATABASE_LOST, type FillOrder } from './fill-database.ts'

const { connection, media, secret, catalogueOnly } = JSON.parse(await text(process.stdin)) as FillOrder
const db = openDb({ connection })
try {
  if (catalogueOnly) await fillCatalogue(db)
  else await fillDemoWorld({ db, storage: createDiskStorage(media), secretBox: createSecretBox(secret) })
} catch (error) {
  const isLost = keyedErrorOf(error).key === 'maintenance'
  if (!isLost) console.error(error)
  process.exitCode = isLost ? DATABASE_LOST : 1
} finally {
  await db.destroy()
}
