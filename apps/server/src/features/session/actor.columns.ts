import type { ChannelType, CommunityType } from '@parvis/contract/community.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { isUnderAge } from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { hiddenUserIdsColumn } from '#server/kernel/blocked-users.ts'
import { initialColumn } from '#server/kernel/author.ts'
import { loginColumns, departedUserIdsColumn } from '#server/kernel/membership.ts'
import { minorIdsColumn } from './minor.columns.ts'
import { factorSinceColumn } from './second-factor.columns.ts'
import { type FactorSettings, isFactorRequired, isStayOver, isSuspended } from './access.service.ts'

export type ActorSettings = FactorSettings & { consentAge: number }

interface ActorChannel {
  id: string
  channelType: ChannelType
  isOwn: boolean
}

/** Columns of the user `u`, the account `a` and the community `c`; the caller adds those of the session. */
export const actorColumns = (now: Date, { consentAge }: ActorSettings) =>
  [
    'u.account_id',
    'u.id as user_id',
    'u.community_id',
    'u.role',
    'u.gender',
    'u.need_update',
    'u.suspended_until',
    'u.birthdate',
    ...loginColumns,
    'u.pseudo',
    'u.firstname',
    initialColumn('u').as('initial'),
    'u.building',
    'u.photo_id',
    'u.company',
    'c.organization_id',
    'c.community_type',
    'c.timezone',
    'c.accept_posts',
    'c.gooddeal',
    'c.weather',
    'c.subscribe',
    'c.templates_updated_at',
    sql<ActorChannel[]>`(
      select coalesce(json_agg(json_build_object('id', ch.id, 'channelType', ch.channel_type,
        'isOwn', coalesce(ch.community_id = cc.community_id, false)) order by ch.id), '[]')
      from community_channels cc join channels ch on ch.id = cc.channel_id
      where cc.community_id = c.id)`.as('channels'),
    factorSinceColumn.as('factor_since'),
    hiddenUserIdsColumn('u').as('blocked_ids'),
    departedUserIdsColumn.as('gone_ids'),
    minorIdsColumn(now, consentAge).as('minor_ids'),
  ] as const

interface ActorRow {
  account_id: string
  user_id: string
  community_id: string
  role: Role
  gender: 'M' | 'F' | null
  need_update: boolean
  suspended_until: Date | null
  birthdate: string | null
  member_until: string | null
  pseudo: string
  firstname: string | null
  initial: string | null
  building: string | null
  photo_id: string | null
  company: string | null
  organization_id: string | null
  community_type: CommunityType
  timezone: string
  accept_posts: boolean
  gooddeal: boolean
  weather: boolean
  subscribe: boolean
  templates_updated_at: Date
  channels: ActorChannel[]
  factor_since: Date | null
  blocked_ids: string[]
  gone_ids: string[]
  minor_ids: string[]
}

type SessionFields = Pick<
  Actor,
  'sessionId' | 'strategy' | 'isShellSession' | 'mustSetPassword' | 'loggedInAt' | 'accountOwnershipProvedAt'
>

export const actorOf = (row: ActorRow, session: SessionFields, now: Date, settings: ActorSettings): Actor => ({
  ...session,
  accountId: row.account_id,
  userId: row.user_id,
  communityId: row.community_id,
  organizationId: row.organization_id,
  role: row.role,
  gender: row.gender,
  needUpdate: row.need_update || session.mustSetPassword,
  hasSecondFactor: row.factor_since !== null,
  needFactor: row.factor_since === null && isFactorRequired(settings, row.role),
  isReadOnly: isStayOver(row, row.timezone, now) || isSuspended(row, now),
  suspendedUntil: isSuspended(row, now) ? row.suspended_until : null,
  isMinor: isUnderAge(row.birthdate, dayAt(now.getTime(), row.timezone), settings.consentAge),
  channels: row.channels.map(({ id, channelType }) => ({ id, channelType })),
  channelIds: row.channels.map(({ id }) => id),
  ownChannelIds: row.channels.flatMap(({ id, isOwn }) => (isOwn ? id : [])),
  hiddenUserIds: [...row.blocked_ids, ...row.gone_ids, ...row.minor_ids],
  blockedIds: row.blocked_ids,
  profile: {
    pseudo: row.pseudo,
    firstname: row.firstname,
    initial: row.initial,
    building: row.building,
    photoId: row.photo_id,
    company: row.company,
  },
  community: {
    type: row.community_type,
    acceptPosts: row.accept_posts,
    gooddeal: row.gooddeal,
    weather: row.weather,
    subscribe: row.subscribe,
    templatesUpdatedAt: row.templates_updated_at,
    timezone: row.timezone,
  },
})
