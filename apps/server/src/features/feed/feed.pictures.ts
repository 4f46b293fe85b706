import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { type CurrentAgeRule, isVisiblePersonColumn } from '#server/kernel/minors.ts'
import { anyOf, type PictureAccess } from '#server/kernel/picture-access.ts'
import { canSeeAnswersColumnFor } from './event.columns.ts'

const isOnReadChannel = (actor: Actor) => sql`exists (select from event_channels ec
  where ec.community_id = e.community_id and ec.event_id = e.id and ec.channel_id = any(${actor.channelIds}::uuid[]))`

const isOwn = (actor: Actor) => sql`(e.community_id = ${actor.communityId} and e.user_id = ${actor.userId})`

const isVisibleAuthor = ({ hiddenUserIds }: Actor) => sql`e.user_id <> all (${hiddenUserIds}::uuid[])`

const visibleByPost = (actor: Actor) =>
  sql<boolean>`exists (select from events e where e.photo_id = m.id and ${isVisibleAuthor(actor)} and (${isOwn(actor)} or ${isOnReadChannel(actor)}))`

/** Portraits of authors and answerers of posts that the viewer may read. */
const visibleByAuthor = (actor: Actor, ages: CurrentAgeRule) => sql<boolean>`exists (
  select from users u where u.photo_id = m.id and ${isVisiblePersonColumn(actor, ages)} and (
    exists (select from events e where e.community_id = u.community_id and e.user_id = u.id and ${isOnReadChannel(actor)})
    or exists (select from event_answers a join events e on e.community_id = a.community_id and e.id = a.event_id
      where a.user_id = u.id and ${canSeeAnswersColumnFor(actor)} and (${isOwn(actor)} or ${isOnReadChannel(actor)}))))`

export const feedPictures: PictureAccess = {
  isReferenced: sql<boolean>`exists (select from events where photo_id = m.id)`,
  isVisible: { community: (actor, ages) => anyOf([visibleByPost(actor), visibleByAuthor(actor, ages)]) },
}
