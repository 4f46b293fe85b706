import type { Db } from '#server/kernel/postgres/db.ts'

export const findHobbies = (db: Db) =>
  db.selectFrom('hobbies').select(['id', 'name', 'name_en']).orderBy('position').execute()

export type HobbyRow = Awaited<ReturnType<typeof findHobbies>>[number]
