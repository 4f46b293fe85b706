import { type DealState, dealStates } from '@parvis/contract/deals.ts'
import { roles } from '@parvis/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/kernel/actor.ts'
import { canSeeDeal, dealAbilities, dealState } from './deals.policy.ts'

describe('abilities on a deal', () => {
  const now = new Date('2030-06-15T12:00:00Z')
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
  const actor = (
    role: Actor['role'],
    userId: string,
    communityId = 'here',
    organizationId: string | null = 'another organisation',
    { gooddeal = true, isReadOnly = false } = {},
  ) => ({ role, userId, communityId, organizationId, community: { gooddeal }, isReadOnly }) as Actor
  const deal = (state: DealState) => ({
    user_id: 'owner',
    community_id: 'here',
    organization_id: 'organisation',
    gooddeal: true,
    approved_at: state === 'waiting' || state === 'refused' ? null : before,
    refused_at: state === 'refused' ? before : null,
    hidden_at: state === 'hidden' ? before : null,
    starts_at: state === 'scheduled' ? after : null,
    ends_at: state === 'ended' ? now : null,
    nearby: true,
    is_private: false,
  })
  const sees = (who: Actor | null, state: DealState) => canSeeDeal(who, deal(state), now)
  const verbs = (who: Actor | null, state: DealState = 'shown') =>
    Object.entries(dealAbilities(who, deal(state), now))
      .filter(([, may]) => may)
      .map(([verb]) => verb)
      .join(' ')

  it.each(dealStates)('dealState returns %s for a deal in this state', state =>
    expect(dealState(deal(state), now)).toBe(state),
  )

  it.each([
    // Role; whether it sees a pending deal; its abilities on a deal of its own community, and of another community.
    ['guest', false, '', ''],
    ['neighbor', false, 'publish flag', 'publish flag'],
    ['advertiser', false, 'flag', 'flag'],
    ['employee', false, 'publish drawMap flag', 'publish flag'],
    ['administrator', true, 'edit remove publish drawMap flag', 'publish flag'],
    ['webmaster', true, 'edit remove publish drawMap flag', 'edit remove publish drawMap flag'],
  ] as const)(
    'of the role %s are as listed, on a deal of the own community and on one of another community',
    (role, seesWaiting, here, elsewhere) => {
      const other = actor(role, 'other')
      expect([
        sees(other, 'shown'),
        sees(other, 'waiting'),
        verbs(other),
        verbs(actor(role, 'other', 'elsewhere')),
      ]).toEqual([true, seesWaiting, here, elsewhere])
    },
  )

  it('let the owner see and edit the deal, and publish posts from it while it is visible', () => {
    const owner = actor('advertiser', 'owner')
    expect(dealStates.map(state => [sees(owner, state), verbs(owner, state)])).toEqual(
      dealStates.map(state => {
        // A deal hidden by moderators cannot be edited until moderators restore it.
        if (state === 'hidden') return [true, 'remove']
        return [true, state === 'shown' ? 'edit remove publish' : 'edit remove']
      }),
    )
  })

  it('let administrators and webmasters approve a deal only while it is pending', () => {
    const mayApprove = (state: DealState) =>
      roles.filter(role => verbs(actor(role, 'other'), state).includes('approve'))
    expect(dealStates.filter(state => mayApprove(state).length > 0)).toEqual(['waiting'])
    expect(mayApprove('waiting')).toEqual(['administrator', 'webmaster'])
    expect(verbs(actor('advertiser', 'owner'), 'waiting')).toBe('edit remove')
  })

  it('extend to administrators of another community of the same organisation', () => {
    const sister = actor('administrator', 'other', 'sister', 'organisation')
    expect([sees(sister, 'waiting'), verbs(sister)]).toEqual([true, 'edit remove publish drawMap flag'])
    expect(sees(actor('employee', 'other', 'sister', 'organisation'), 'waiting')).toBe(false)
  })

  it('let a visitor without a session see visible deals only', () => {
    expect([dealStates.filter(state => sees(null, state)), verbs(null)]).toEqual([['shown'], ''])
  })

  it('let only webmasters see a pending deal of another community', () => {
    expect(roles.filter(role => sees(actor(role, 'other', 'elsewhere'), 'waiting'))).toEqual(['webmaster'])
  })

  it('limit a deal that a private community does not share to the members of that community and to webmasters', () => {
    const own = { ...deal('shown'), nearby: false, is_private: true }
    const see = (who: Actor | null, one = own) => canSeeDeal(who, one, now)
    expect(
      [null, actor('neighbor', 'other', 'elsewhere'), actor('guest', 'other', 'elsewhere')].map(who => see(who)),
    ).toEqual([false, false, false])
    expect([actor('neighbor', 'other', 'here'), actor('webmaster', 'other', 'elsewhere')].map(who => see(who))).toEqual(
      [true, true],
    )
    expect([see(null, { ...own, nearby: true }), see(null, { ...own, is_private: false })]).toEqual([true, true])
  })

  it('are none if the community has deals disabled or the stay of the viewer is over', () => {
    const off = actor('webmaster', 'owner', 'here', null, { gooddeal: false })
    const left = actor('advertiser', 'owner', 'here', null, { isReadOnly: true })
    expect([sees(off, 'waiting'), verbs(off), sees(left, 'waiting'), verbs(left)]).toEqual([false, '', true, ''])
    const switchedOff = { ...deal('shown'), gooddeal: false }
    expect([canSeeDeal(null, switchedOff, now), canSeeDeal(actor('webmaster', 'owner'), switchedOff, now)]).toEqual([
      false,
      false,
    ])
  })
})
