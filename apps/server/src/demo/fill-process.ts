import { openDb } from '../kernel/db.ts'
import { createDiskStorage } from '../kernel/storage.ts'
import { fillDemoWorld } from './fill.ts'
import type { FillOrder } from './make-demo-world.ts'

const { connection, media } = JSON.parse(process.argv[2]!) as FillOrder
const db = openDb({ connection })
await fillDemoWorld({ db, storage: createDiskStorage(media) })
await db.destroy()
