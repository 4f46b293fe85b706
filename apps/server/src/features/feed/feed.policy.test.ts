import { type EventGroup, eventGroups } from '@parvis/contract/feed-filter.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { expect, it } from 'vitest'
import type { Actor } from '#server/kernel/actor.ts'
import { eventAbilities, canSeeAnswers, canSeeAllAnswers } from './feed.policy.ts'

const actor = (role: Role, organizationId: string | null = null) =>
  ({ role, userId: 'me', communityId: 'here', organizationId }) as Actor
const abilitiesOn = (
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
  // columns: role, own post, another member’s post, post of a sister community
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
] as const)(
  'a %s has exactly the listed abilities on own posts, posts of others and posts of sister communities',
  (role, own, other, sister) => {
    expect([abilitiesOn(role, mine), abilitiesOn(role, theirs), abilitiesOn(role, sisters, 'organisation')]).toEqual([
      own,
      other,
      sister,
    ])
  },
)

it('members can chat with the staff author of a post only if `subscribe` is set for their community', () => {
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

it('an administrator cannot moderate posts of another organisation, but a webmaster can', () => {
  expect(abilitiesOn('administrator', sisters, 'another organisation')).toBe('answer chat flag')
  expect([abilitiesOn('administrator', sisters), abilitiesOn('webmaster', sisters)]).toEqual([
    'answer chat flag',
    'answer chat flag remove seeAnswers',
  ])
})

it.each(['guest', 'neighbor', 'advertiser', 'employee', 'administrator', 'webmaster'] as const)(
  'canSeeAllAnswers agrees with canSeeAnswers on posts of the own organisation: %s',
  role => {
    const reader = actor(role, 'organisation')
    for (const event of [{ ...theirs, organizationId: 'organisation' }, sisters])
      expect(canSeeAllAnswers(reader)).toBe(canSeeAnswers(reader, { ...event, groupId: 'activity' }, false))
  },
)

it('a user sees the answerers of a post with a group conversation only after answering it', () => {
  const seeing = eventGroups.filter(groupId =>
    abilitiesOn('neighbor', { ...theirs, groupId }, null, true).includes('seeAnswers'),
  )
  expect(seeing.toSorted()).toEqual(['activity', 'gooddeal', 'post', 'proposal'])
  for (const groupId of seeing) expect(abilitiesOn('neighbor', { ...theirs, groupId })).not.toContain('seeAnswers')
})

it('a past event accepts no more answers', () => {
  expect(abilitiesOn('neighbor', { ...theirs, isPast: true })).toBe('block chat flag')
})

it('only the author can reschedule a dated event, until it is past, hidden or cancelled', () => {
  expect(abilitiesOn('neighbor', { ...mine, isDated: true })).toBe('edit move remove seeAnswers')
  expect(abilitiesOn('administrator', { ...theirs, isDated: true }).split(' ')).not.toContain('move')
  expect(abilitiesOn('neighbor', { ...mine, isDated: true, isPast: true }).split(' ')).not.toContain('move')
  expect(abilitiesOn('neighbor', { ...mine, isDated: true, isHidden: true }).split(' ')).not.toContain('move')
  expect(abilitiesOn('neighbor', { ...mine, isDated: true, isCancelled: true })).toBe('edit remove seeAnswers')
  expect(abilitiesOn('neighbor', { ...theirs, isDated: true, isCancelled: true })).toBe('block chat flag')
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
  expect(abilitiesOn('neighbor', { ...mine, isHidden: true })).not.toContain('edit')
  expect(abilitiesOn('neighbor', mine)).toContain('edit')
})

it('a suspended member can do nothing with posts but read them', () => {
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
