// A community is a place with a door: what the door asks is told here to the rooms that open it.
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/db.ts'
import { fail } from '#server/kernel/errors.ts'
import { usableChannels } from './community.policy.ts'
import { findChannels, findEntrance, hasCommunity } from './community.queries.ts'

/** What it takes to enter; `error404` when there is no such community. */
export const getCommunityEntrance = async (db: Db, communityId: string) => await findEntrance(db, communityId) ?? fail('error404', { field: 'communityId' })

/** Whether nobody has made a community yet. */
export const isUnsettled = async (db: Db): Promise<boolean> => !await hasCommunity(db)

/** The channels that this member may put a post on, the usual one first. */
export const findPostChannels = async (db: Db, actor: Actor) => usableChannels(actor, await findChannels(db, actor.communityId))
