import { type EventGroup, eventGroups } from '@parvis/contract/feed-filter.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { expect, it } from 'vitest'
import type { Actor } from '#server/kernel/actor.ts'
import { eventAbilities, canSeeAnswers, canSeeAllAnswers } from './feed.policy.ts'

const actor = (role: Role, organizationId: string | null = null) =>
  ({ role, userId: 'me', communityId: 'here', organizationId }) as Actor
const verbs = (
  role: Role,
  event: {
    userId: string
    communityId: string
    organizationId: string | null
    isPast?: boolean
    isHidden?: boolean
    isDated?: boolean
    isCancelled?: boolean
    groupId?: EventGroup
  },
  organizationId: string | null = null,
  interested = false,
) =>
  Object.entries(
    eventAbilities(
      actor(role, organizationId),
      {
        isDated: false,
        isCancelled: false,
        isPast: false,
        isHidden: false,
        authorRole: 'neighbor',
        groupId: 'post',
        ...event,
      },
      interested,
    ),
  )
    .filter(([, may]) => may)
    .map(([verb]) => verb)
    .sort()
    .join(' ')

const mine = { userId: 'me', communityId: 'here', organizationId: null }
const theirs = { userId: 'other', communityId: 'here', organizationId: null }
const sisters = { userId: 'other', communityId: 'sister', organizationId: 'organisation' }

it.each([
  // role          my own post                 another's post                        a sister community's post
  ['guest', '', '', ''],
  ['neighbor', 'edit remove seeAnswers', 'answer block chat flag', 'answer block chat flag'],
  ['advertiser', 'edit remove seeAnswers', 'answer block chat flag', 'answer block chat flag'],
  ['employee', 'edit pin remove seeAnswers', 'answer chat flag pin', 'answer chat flag'],
  [
    'administrator',
    'edit pin remove seeAnswers',
    'answer chat flag pin remove seeAnswers',
    'answer chat flag remove seeAnswers',
  ],
  [
    'webmaster',
    'edit pin remove seeAnswers',
    'answer chat flag pin remove seeAnswers',
    'answer chat flag remove seeAnswers',
  ],
] as const)('%s may', (role, own, other, sister) => {
  expect([verbs(role, mine), verbs(role, theirs), verbs(role, sisters, 'organisation')]).toEqual([own, other, sister])
})

it('a staff member who wrote a post can be written to only if the community has subscribed to that service', () => {
  const chat = (subscribe: boolean, authorRole: Role) =>
    eventAbilities(
      { ...actor('neighbor'), community: { subscribe } } as Actor,
      {
        ...theirs,
        authorRole,
        groupId: 'post',
        isPast: false,
        isHidden: false,
        isDated: false,
        isCancelled: false,
      },
      false,
    ).chat
  expect([chat(true, 'employee'), chat(false, 'employee')]).toEqual([true, false])
  expect([chat(false, 'neighbor'), chat(false, 'advertiser')]).toEqual([true, true])
})

it('an administrator moderates their own community and its organisation, a webmaster every community', () => {
  expect(verbs('administrator', sisters, 'another organisation')).toBe('answer chat flag')
  expect([verbs('administrator', sisters), verbs('webmaster', sisters)]).toEqual([
    'answer chat flag',
    'answer chat flag remove seeAnswers',
  ])
})

it.each(['guest', 'neighbor', 'advertiser', 'employee', 'administrator', 'webmaster'] as const)(
  'canSeeAllAnswers agrees with canSeeAnswers for each post of a page: %s',
  role => {
    const reader = actor(role, 'organisation')
    for (const event of [{ ...theirs, organizationId: 'organisation' }, sisters])
      expect(canSeeAllAnswers(reader)).toBe(canSeeAnswers(reader, { ...event, groupId: 'activity' }, false))
  },
)

it('a user who has answered a post with a group sees the other answerers', () => {
  const seeing = eventGroups.filter(groupId =>
    verbs('neighbor', { ...theirs, groupId }, null, true).includes('seeAnswers'),
  )
  expect(seeing.toSorted()).toEqual(['activity', 'gooddeal', 'post', 'proposal'])
  for (const groupId of seeing) expect(verbs('neighbor', { ...theirs, groupId })).not.toContain('seeAnswers')
})

it('a past event accepts no more answers', () => {
  expect(verbs('neighbor', { ...theirs, isPast: true })).toBe('block chat flag')
})

it('the author can move a dated event until it is past or cancelled; a cancelled event accepts no answers', () => {
  expect(verbs('neighbor', { ...mine, isDated: true })).toBe('edit move remove seeAnswers')
  expect(verbs('administrator', { ...theirs, isDated: true }).split(' ')).not.toContain('move')
  expect(verbs('neighbor', { ...mine, isDated: true, isPast: true }).split(' ')).not.toContain('move')
  expect(verbs('neighbor', { ...mine, isDated: true, isHidden: true }).split(' ')).not.toContain('move')
  expect(verbs('neighbor', { ...mine, isDated: true, isCancelled: true })).toBe('edit remove seeAnswers')
  expect(verbs('neighbor', { ...theirs, isDated: true, isCancelled: true })).toBe('block chat flag')
})

it.each(['welcome', 'weather'] as const)('nobody can edit a %s post, which the server wrote', groupId => {
  expect(
    eventAbilities(
      actor('neighbor'),
      {
        ...mine,
        authorRole: 'neighbor',
        isDated: false,
        isCancelled: false,
        isPast: false,
        isHidden: false,
        groupId,
      },
      false,
    ),
  ).toMatchObject({
    edit: false,
    remove: true,
  })
})

it('the author cannot edit a post that the team has hidden', () => {
  expect(verbs('neighbor', { ...mine, isHidden: true })).not.toContain('edit')
  expect(verbs('neighbor', mine)).toContain('edit')
})

it('a suspended member can only read', () => {
  for (const event of [mine, theirs])
    for (const role of ['neighbor', 'administrator'] as const)
      expect(
        Object.entries(
          eventAbilities(
            { ...actor(role), isReadOnly: true },
            {
              ...event,
              isDated: false,
              isCancelled: false,
              isPast: false,
              isHidden: false,
              authorRole: 'neighbor',
              groupId: 'post',
            },
            false,
          ),
        ).flatMap(([verb, may]) => (may && verb !== 'seeAnswers' ? verb : [])),
      ).toEqual([])
})
