// A community is a place with a door: what the door asks is told here to the rooms that open it.
import type { Db } from '#server/kernel/db.ts'
import { fail } from '#server/kernel/errors.ts'
import { findEntrance, hasCommunity } from './community.queries.ts'

/** What it takes to enter; `error404` when there is no such community. */
export const getCommunityEntrance = async (db: Db, communityId: string) => await findEntrance(db, communityId) ?? fail('error404', { field: 'communityId' })

/** Whether nobody has made a community yet. */
export const isUnsettled = async (db: Db): Promise<boolean> => !await hasCommunity(db)
