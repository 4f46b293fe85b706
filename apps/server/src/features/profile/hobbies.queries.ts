import type { Db } from '#server/kernel/postgres/db.ts'

/** What people may say that they like, in the order in which it is offered. */
export const findHobbies = (db: Db) =>
  db.selectFrom('hobbies').select(['id', 'name', 'name_en']).orderBy('position').execute()

export type HobbyRow = Awaited<ReturnType<typeof findHobbies>>[number]
