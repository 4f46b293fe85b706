import { openDb } from '../kernel/postgres/db.ts'
import { keyedErrorOf } from '../kernel/errors.ts'
import { createDiskStorage } from '../kernel/storage.ts'
import { fillDemoWorld } from './fill.ts'
import { DATABASE_LOST, type FillOrder } from './make-demo-world.ts'

const { connection, media } = JSON.parse(process.argv[2]!) as FillOrder
const db = openDb({ connection })
try {
  await fillDemoWorld({ db, storage: createDiskStorage(media) })
} catch (error) {
  const isLost = keyedErrorOf(error).key === 'maintenance'
  if (!isLost) console.error(error)
  process.exitCode = isLost ? DATABASE_LOST : 1
} finally {
  await db.destroy()
}
